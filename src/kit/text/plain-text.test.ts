import { describe, expect, it } from 'vitest';
import { plainText } from './plain-text.ts';

describe('the words of a text', () => {
  it('are without tags and entities, with one blank between', () => {
    expect(plainText('<h2>Bus &amp; stop</h2>\n<p>From <b>8&nbsp;AM</b> on</p>')).toBe(
      'Bus & stop From 8 AM on',
    );
    expect(plainText('&#8217;&#x2019;')).toBe('’’');
  });

  it('are none of a text of tags alone', () => {
    expect(plainText('<p><br></p>')).toBe('');
  });
});
