import { m } from '#i18n/messages.js';

/** In this order, because user agents of later browsers name earlier browsers too. */
const BROWSERS: [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X/, 'Mac'],
  [/Linux/, 'Linux'],
];

const nameIn = (names: [RegExp, string][], text: string) => names.find(([sign]) => sign.test(text))?.[1];

export function describeBrowser(user_agent: string | null): string {
  const browser = nameIn(BROWSERS, user_agent ?? '');
  const system = nameIn(SYSTEMS, user_agent ?? '');
  if (browser && system) return m.office_browser_on({ browser, system });
  return browser ?? system ?? m.office_browser_unknown();
}
