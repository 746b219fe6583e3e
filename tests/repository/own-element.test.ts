import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RuleTester } from 'oxlint/plugins-dev';
import { describe, expect, it } from 'vitest';
import plugin from '../../scripts/lint/own-element.ts';

const ROOT = join(import.meta.dirname, '../..');

RuleTester.describe = describe;
RuleTester.it = it;
const tester = new RuleTester({ languageOptions: { parserOptions: { lang: 'tsx' } } });

const good = (name: string, code: string) => ({ name, code });
const bad = (name: string, code: string, ...lines: number[]) => ({
  name,
  code,
  errors: (lines.length > 0 ? lines : [1]).map((line) => ({ message: /element/, line })),
});

/** @shows MD2.1 */
describe('each text has an element of its own', () => {
  tester.run('texts/own-element', plugin.rules['own-element'], {
    valid: [
      good('a text alone', 'const a = <p>Save</p>;'),
      good('a text of two kinds alone', 'const a = <p>{isBusy ? m.saving() : m.save()}</p>;'),
      good('a text that comes and goes alone', 'const a = <p>{name && m.hello({ name })}</p>;'),
      good('several words as one text', 'const a = <p>{`${count} of ${all}`}</p>;'),
      good('a text in its element', 'const a = <b>{isBusy && <i />}<span>{m.save()}</span></b>;'),
      good('a blank beside what stays', 'const a = <p><b>{m.a()}</b> <span>{m.b()}</span></p>;'),
      good('line breaks and comments', 'const a = <b>\n  {isBusy && <i />}\n  {/* why */}\n  <u />\n</b>;'),
      good('a list of elements', 'const a = <ul><li />{all.map((one) => <li key={one}>{one}</li>)}</ul>;'),
      good(
        'elements that a function returns',
        'const row = () => <li />;\nconst a = <ul><li />{row()}</ul>;',
      ),
      good(
        'elements by their declaration',
        'function Card({ children }: { children: Elements }) { return <p><i />{children}</p>; }',
      ),
      good(
        'elements by a declared type',
        'type P = { a: 1 } & { some?: Elements };\nconst A = ({ some }: P) => <p><i />{some}</p>;',
      ),
      good('elements by their caller’s word', 'const a = <p><i />{conflict.dialog satisfies Elements}</p>;'),
      good(
        'elements by a function’s type',
        'function L({ row }: { row: () => Elements }) { return <p><i />{row()}</p>; }',
      ),
      good(
        'elements that are kept',
        'const icon = isOpen ? <i /> : null;\nconst a = <p>{icon}<span>{m.a()}</span></p>;',
      ),
      good('what nobody sees', 'const a = <p>{isBusy && <i />}{null}{undefined}{false}{!isBusy}</p>;'),
      good('a function that is no component', 'const textOf = () => m.save();'),
      good('a component of a portal', 'const Bar = () => createPortal(<p>{m.a()}</p>, slot);'),
    ],
    invalid: [
      bad('a button’s text beside its spinner', 'const a = <button>{isBusy && <i />}Save</button>;'),
      bad('a message beside its icon', 'const a = <p><Icon />{m.saved()}</p>;'),
      bad('a number beside its unit', 'const a = <p>{count} seats</p>;', 1, 1),
      bad(
        'children of any kind',
        'function B({ children }: { children: ReactNode }) { return <b><i />{children}</b>; }',
      ),
      bad(
        'a property of any kind',
        'function B(props: { label: string }) { return <b><i />{props.label}</b>; }',
      ),
      bad('a text that comes and goes', 'const a = <p><b>{name}</b>{isOld && m.old()}</p>;'),
      bad('a text or an element', 'const a = <p>{isOld ? m.old() : <b />}<i /></p>;'),
      bad(
        'a text of a variable',
        'const text = isOld ? m.old() : m.young();\nconst a = <p><i />{text}</p>;',
        2,
      ),
      bad(
        'a text that a function returns',
        'const text = () => m.old();\nconst a = <p><i />{text()}</p>;',
        2,
      ),
      bad(
        'a text by its type',
        'type P = { label: string };\nfunction B({ label }: P) { return <p><i />{label}</p>; }',
        2,
      ),
      bad('a text by its caller’s word', 'const a = <p><i />{name as string}</p>;'),
      bad('texts of a list', 'const a = <p>{names.map((name) => name)}</p>;'),
      bad('a text in a fragment', 'const a = <>{m.a()}</>;'),
      bad('a text in a fragment with a key', 'const a = <Fragment key={b}>{m.a()}</Fragment>;'),
      bad('a text that a component returns', 'function Fee() { return isCard ? m.fee() : null; }'),
      bad(
        'a text that a component returns early',
        'const Fee = () => {\n  if (isCard) return m.fee();\n  return <p />;\n};',
        2,
      ),
      bad('a blank beside what comes and goes', 'const a = <p>{isOld && <b />} <i /></p>;'),
    ],
  });
});

/** @shows MD2.1 */
it('the lint of the project holds the rule in each page', () => {
  const { jsPlugins, overrides } = JSON.parse(readFileSync(join(ROOT, '.oxlintrc.json'), 'utf8'));
  expect(jsPlugins).toEqual(['./scripts/lint/own-element.ts']);
  const held = overrides.find(({ rules }: any) => rules['texts/own-element'] === 'error');
  expect(held?.files).toEqual(['src/app/**/*.tsx']);
});
