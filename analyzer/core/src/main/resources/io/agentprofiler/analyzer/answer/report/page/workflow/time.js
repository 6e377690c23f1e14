// A workflow over time, with all that belongs to it: the tools above, the whole in small, the rows, strips below, and beside it what
// is known of the chosen span.
const TimeView = (() => {
  const LEAST_NAMES = 90;
  const LEAST_PANEL = 200;

  const buttons = timeline =>
    el(
      'div',
      {class: 'zoom'},
      [
        ['+', 'Zoom in', () => timeline.zoom(0.6)],
        ['−', 'Zoom out', () => timeline.zoom(1.6)],
        ['Fit', 'Fit the whole workflow (0)', () => timeline.fit()]
      ].map(([text, title, onclick]) => el('button', {type: 'button', title, 'aria-label': title, onclick}, text))
    );

  // the line between names and time, over the canvas
  function namesLine(timeline, frame) {
    return Panes.splitter({
      name: 'names',
      label: 'Width of the names',
      isVertical: true,
      least: LEAST_NAMES,
      most: () => Math.max(LEAST_NAMES, frame.clientWidth - 160),
      size: () => timeline.left,
      apply: pixels => {
        timeline.names = pixels;
        timeline.canvas.ask();
      }
    });
  }

  // the line between time and the panel
  function panelLine(split, panel) {
    return Panes.splitter({
      name: 'panel',
      label: 'Width of the drawer',
      isVertical: true,
      least: LEAST_PANEL,
      most: () => Math.max(LEAST_PANEL, split.clientWidth - 360),
      size: () => panel.getBoundingClientRect().width,
      apply: pixels => {
        if (pixels === null) split.style.removeProperty('--figures');
        else split.style.setProperty('--figures', pixels + 'px');
      },
      grows: -1
    });
  }

  // fills a host; options: mode, panel, legend, onChoose. Returns the timeline
  function show(host, flow, {mode, panel, legend, onChoose}) {
    const frame = el('div', {class: 'time-frame'});
    const box = el('div', {class: 'time'}, frame);
    const split = el('div', {class: 'split'}, box);
    split.append(panelLine(split, panel), panel);
    host.replaceChildren(split);
    let redraw = [];
    const timeline = new Timeline(frame, flow, {
      mode,
      overlays: Pauses.of(flow),
      hasTree: mode === 'spans',
      onDraw: height => {
        for (const one of redraw) one(height);
      },
      onView: kind => Address.later(kind),
      onChoose
    });
    const line = namesLine(timeline, frame);
    frame.append(line);
    redraw = [
      height => timeline.outline?.draw(height),
      () => {
        line.style.left = timeline.left - 4 + 'px';
      },
      timeline.placed ? Minimap.show(box, timeline) : () => {},
      Resources.show(box, flow, () => timeline),
      Servers.show(box, flow, () => timeline)
    ];
    box.append(legend);
    const tools = Sight.tools(timeline, flow);
    tools.append(buttons(timeline));
    host.prepend(tools);
    return timeline;
  }

  return {show};
})();
