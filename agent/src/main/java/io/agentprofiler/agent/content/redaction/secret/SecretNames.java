// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.content.redaction.secret;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Names that say secret, and those that only sound like it: {@code max_tokens}, {@code password_policy}.
 *
 * <p><b>Threading:</b> stateless.
 */
public final class SecretNames {
    /** Names whose every value is a secret. */
    static final List<String> STRONG = List.of(
            "password",
            "passwd",
            "passphrase",
            "passcode",
            "pwd",
            "secret",
            "storepass",
            "keypass",
            "sshpass",
            "apikey",
            "api_key",
            "api-key",
            "accesskey",
            "access_key",
            "access-key",
            "privatekey",
            "private_key",
            "private-key",
            "accountkey",
            "account_key",
            "account-key",
            "signingkey",
            "signing_key",
            "signing-key",
            "encryptionkey",
            "encryption_key",
            "encryption-key",
            "encryptkey",
            "decryptionkey",
            "decryption_key",
            "masterkey",
            "master_key",
            "master-key",
            "sharedkey",
            "shared_key",
            "shared-key",
            "sessionkey",
            "session_key",
            "consumerkey",
            "consumer_key",
            "licensekey",
            "license_key",
            "hmackey",
            "hmac_key",
            "serverkey",
            "server_key",
            "adminkey",
            "admin_key",
            "servicekey",
            "service_key",
            "storagekey",
            "storage_key",
            "apptoken",
            "functions-key",
            "requirepass",
            "masterauth",
            "authkey",
            "auth_key",
            "auth-key",
            "subscription-key",
            "subscription_key");
    /** Names that also stand for something else: the value must look like a secret. */
    static final List<String> WEAK = List.of(
            "token",
            "credential",
            "api key",
            "access key",
            "license key",
            "x-functions-key",
            "appkey",
            "app_key",
            "applicationkey",
            "application_key",
            "application-key",
            "writekey",
            "write_key",
            "deploykey",
            "deploy_key",
            "sshkey",
            "ssh_key",
            "cookie_secret",
            "jsessionid",
            "phpsessid",
            "sessionid",
            "connect.sid",
            "laravel_session",
            "samlresponse",
            "code_verifier",
            "codeverifier",
            "authorization_code",
            "client_assertion",
            "webhook_url",
            "dockerconfigjson",
            "dockercfg",
            "_auth");
    /** Short words for a password, as they end names: the value needs a digit or a sign. */
    static final List<String> SHORT =
            List.of("pass", "userpass", "dbpass", "mypass", "rootpass", "adminpass", "psk", "pword", "pw");
    /** Passwords in other languages. */
    static final List<String> FOREIGN = List.of(
            "passwort",
            "kennwort",
            "mot de passe",
            "motdepasse",
            "mot_de_passe",
            "mdp",
            "contraseña",
            "contrasena",
            "contraseñas",
            "clave de acceso",
            "clave secreta",
            "clave",
            "senha",
            "palavra-passe",
            "palavra passe",
            "parola d'ordine",
            "parola",
            "parolă",
            "parole",
            "wachtwoord",
            "hasło",
            "haslo",
            "пароль",
            "пароля",
            "парола",
            "лозинка",
            "パスワード",
            "暗証番号",
            "密码",
            "密碼",
            "口令",
            "비밀번호",
            "암호",
            "şifre",
            "sifre",
            "lösenord",
            "adgangskode",
            "kodeord",
            "passord",
            "salasana",
            "heslo",
            "jelszó",
            "jelszava",
            "κωδικός",
            "κωδικός πρόσβασης",
            "lozinka",
            "geslo",
            "mật khẩu",
            "kata sandi",
            "kata laluan",
            "รหัสผ่าน",
            "كلمة المرور",
            "كلمة السر",
            "סיסמה",
            "הסיסמה",
            "הסיסמא",
            "סיסמא",
            "पासवर्ड",
            "slaptažodis",
            "parool",
            "lykilorð",
            "contrasenya",
            "pasahitza",
            "গোপন নম্বর",
            "รหัส",
            "رمز عبور",
            "գաղտնաբառ",
            "პაროლი",
            "fjalëkalimi",
            "nenosiri",
            "wagwoord");

    /** What is read of a name after its keyword, in chars. */
    private static final int MOST_REST = 40;

    /** Last words of names that are about a secret and hold none. */
    private static final Set<String> ABOUT = Set.of(
            "count",
            "counts",
            "limit",
            "limits",
            "length",
            "len",
            "size",
            "sizes",
            "type",
            "types",
            "name",
            "names",
            "id",
            "ids",
            "url",
            "uri",
            "file",
            "files",
            "path",
            "dir",
            "policy",
            "expiry",
            "expires",
            "expiration",
            "ttl",
            "field",
            "hint",
            "reset",
            "usage",
            "budget",
            "rate",
            "version",
            "manager",
            "rotation",
            "min",
            "max",
            "enabled",
            "disabled",
            "required",
            "at",
            "in",
            "on",
            "by",
            "endpoint",
            "provider",
            "store",
            "ref",
            "arn",
            "label",
            "prompt",
            "regex",
            "pattern",
            "format",
            "strength",
            "error",
            "errors",
            "message",
            "input",
            "changed",
            "updated",
            "created",
            "valid",
            "visible",
            "index",
            "column",
            "class",
            "service",
            "scope",
            "scopes",
            "used",
            "cost",
            "price",
            "total",
            "sum",
            "avg",
            "window",
            "encoder",
            "decoder",
            "details",
            "ids_count",
            "per",
            "exists",
            "present",
            "missing",
            "age",
            "days",
            "history",
            "mode");

    private SecretNames() {}

    /** Answers whether a word of a command says that a secret is next: {@code aws_secret_access_key}. */
    public static boolean saySecret(String text, int from, int to) {
        String word = text.substring(from, to).toLowerCase(Locale.ROOT);
        return !word.endsWith("_id")
                && !word.endsWith("signingkey")
                && (word.endsWith("token")
                        || word.endsWith("pass")
                        || word.endsWith("_auth")
                        || word.endsWith("_key")
                        || word.endsWith("psk")
                        || STRONG.stream().anyMatch(word::endsWith));
    }

    /** Returns where the name ends that goes on after the keyword; -1 when it is the name of something else. */
    static int endOfName(String text, int end) {
        int name = end;
        while (name - end < MOST_REST && AsciiText.isWord(text, name, "_-.")) {
            name++;
        }
        while (name > end && AsciiText.is(text, name - 1, "-.")) {
            name--;
        }
        if (name == end) {
            return name;
        }
        boolean newWord = AsciiText.is(text, end, "_-.")
                || AsciiText.isDigit(text, end)
                || AsciiText.isUpper(text, end) && !AsciiText.isUpper(text, end - 1);
        return newWord && !ABOUT.contains(lastWord(text, end, name)) ? name : -1;
    }

    private static String lastWord(String text, int from, int to) {
        int word = to;
        while (word > from
                && AsciiText.isLetter(text, word - 1)
                && !(AsciiText.isUpper(text, word - 1)
                        && word < to
                        && AsciiText.isLetter(text, word)
                        && !AsciiText.isUpper(text, word))) {
            word--;
        }
        if (word > from && AsciiText.isUpper(text, word - 1) && word < to && !AsciiText.isUpper(text, word)) {
            word--;
        }
        return text.substring(word, to).toLowerCase(Locale.ROOT);
    }
}
