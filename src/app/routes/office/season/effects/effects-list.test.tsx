import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { EffectsList } from './effects-list.tsx';

const subject = { kind: 'route', id: 1, name: 'Round trip' } as const;
const anEffect = (kind: string, text: string) => ({ kind, text, n: null, subject });
const draw = (effects: ReturnType<typeof anEffect>[], more: number) =>
  renderToStaticMarkup(<EffectsList effects={effects} more={more} onShowAll={() => undefined} />);

describe('the effects of a change set on a page', () => {
  /** @shows SE5.1 */
  it('stand in their order, each sentence alone', () => {
    const drawn = draw(
      [anEffect('gap', 'Nothing can be chosen.'), anEffect('rule', 'A photo is required.')],
      0,
    );
    const items = [...drawn.matchAll(/<li[^>]*><bdi>([^<]*)<\/bdi>/g)].map(([, text]) => text);
    expect(items).toEqual(['Nothing can be chosen.', 'A photo is required.']);
    expect(drawn).not.toContain('<button');
  });

  /** @shows SE5.4 */
  it('end with a button for the others', () => {
    expect(draw([anEffect('price', 'Another price.')], 5)).toMatch(/<button[^>]*>.*and 5 more/);
  });

  /** @shows SE5.1 */
  it('are no difference where there are none', () => {
    expect(draw([], 0)).toContain('Families see no difference.');
  });
});
