// Draws the page, and has it follow its server where it came from one.
const liveAddress = location.hash;
Main.start();
Live.start(liveAddress);
Forecasts.start();
