import { describe, expect, it } from 'vitest';
import { describeBrowser } from './describe-browser.ts';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)';
const ANDROID = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko)';

describe('the browser of a session, as staff read it', () => {
  it.each([
    [`${IPHONE} Version/19.1 Mobile/15E148 Safari/604.1`, 'Safari on iPhone'],
    [`${IPHONE} CriOS/141.0 Mobile/15E148 Safari/604.1`, 'Chrome on iPhone'],
    [`${IPHONE} FxiOS/141.0 Mobile/15E148 Safari/605.1.15`, 'Firefox on iPhone'],
    [`${WINDOWS} Chrome/141.0.0.0 Safari/537.36`, 'Chrome on Windows'],
    [`${WINDOWS} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`, 'Edge on Windows'],
    [`${ANDROID} SamsungBrowser/28.0 Chrome/141.0 Mobile Safari/537.36`, 'Samsung Internet on Android'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0', 'Firefox on Linux'],
  ])('%s is %s', (user_agent, name) => {
    expect(describeBrowser(user_agent)).toBe(name);
  });

  it('is what is known of it', () => {
    expect(describeBrowser('SomeApp/1.0 (iPad)')).toBe('iPad');
    expect(describeBrowser('Firefox/141.0')).toBe('Firefox');
  });

  it('is said to be unknown where nothing is', () => {
    const unknown = describeBrowser(null);
    expect(unknown).not.toBe('');
    expect(describeBrowser('curl/8.5.0')).toBe(unknown);
  });
});
