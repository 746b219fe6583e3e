const EVIL = 'evil.example';

/** Ways to have a browser leave the site by an address that looks like a path of it. */
export const REDIRECT_CORPUS: readonly string[] = [
  '', ' ', EVIL, `//${EVIL}`, `///${EVIL}`, `////${EVIL}`, `/\\${EVIL}`, `\\/${EVIL}`, `\\\\${EVIL}`, `\\${EVIL}`, `/\\/${EVIL}`, `//\\${EVIL}`, `https://${EVIL}`, `HTTPS://${EVIL}`, `https:${EVIL}`,
  `https:/${EVIL}`, `https:\\\\${EVIL}`, `http://${EVIL}`, `ftp://${EVIL}`, 'javascript:alert(1)', 'JaVaScRiPt:alert(1)', ' javascript:alert(1)', 'java\tscript:alert(1)', 'javascript://%0aalert(1)', 'data:text/html,x',
  'vbscript:x', 'file:///etc/passwd', 'mailto:a@b.co', 'tel:1', 'blob:x', 'about:blank', `/\t/${EVIL}`, `/\n/${EVIL}`, `/\r/${EVIL}`, `/\r\n/${EVIL}`, `\t//${EVIL}`, `\n//${EVIL}`, ` //${EVIL}`, `\u00a0//${EVIL}`, `\u2028//${EVIL}`,
  `/ /${EVIL}`, `/\u0000/${EVIL}`, `/\u000b/${EVIL}`, `/\u001f/${EVIL}`, `/\u007f`, `/.//${EVIL}`, `/..//${EVIL}`, `/../..//${EVIL}`, `/a/..//${EVIL}`, `/%2e//${EVIL}`, `/%2e%2e//${EVIL}`, `/a/%2e%2e//${EVIL}`, `/./..//${EVIL}`,
  `@${EVIL}`, `:80@${EVIL}`, `user@${EVIL}`, `.${EVIL}`, `?//${EVIL}`, `#//${EVIL}`, `//${EVIL}/%2f..`, `//${EVIL}:80`, `//user@${EVIL}`, `//[::1]`, `//127.1`, `//${EVIL}%00.bus.example`, `//${EVIL}?bus.example`, `//${EVIL}#bus.example`,
  `//%65vil.example`, `／／${EVIL}`, `/／${EVIL}`.replace('/／', '／/'), `〱${EVIL}`, `/${'a'.repeat(600)}`, './dashboard', '../dashboard', 'dashboard', `${EVIL}/dashboard`,
];
