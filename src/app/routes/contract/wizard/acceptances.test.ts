import { expect, test } from 'vitest';
import { acceptancesOf, settleAcceptances } from './acceptances.ts';
import { emptyDraft, type Draft } from './draft.ts';
import { chooseProgram, setProgramField } from './transitions.ts';

const shown = { contract: 'first', surge: 'surge' };
const accepted = settleAcceptances({ ...emptyDraft(), isAccepted: true }, shown);

test('an acceptance carries the text that was on the screen', () => {
  expect(accepted.program.accepted_contract_hash).toBe('first');
  expect(acceptancesOf(accepted, { periodProgram: undefined })).toEqual([
    { kind: 'contract', text_hash: 'first' },
  ]);
});

test('a contract that changes afterwards is accepted no more, until it is accepted again', () => {
  const changed = settleAcceptances(accepted, { ...shown, contract: 'second' });
  expect(changed).toMatchObject({
    isAccepted: false,
    program: { accepted_contract_hash: null, changed_text: 'contract' },
  });
  expect(acceptancesOf(changed, { periodProgram: undefined })).toEqual([]);
  const again = settleAcceptances({ ...changed, isAccepted: true }, { ...shown, contract: 'second' });
  expect(again).toMatchObject({
    isAccepted: true,
    program: { accepted_contract_hash: 'second', changed_text: null },
  });
});

test('so is a text about surge pricing', () => {
  const withSurge = settleAcceptances(setProgramField(accepted, 'is_surge_accepted', true), shown);
  expect(withSurge.program.accepted_surge_hash).toBe('surge');
  const changed = settleAcceptances(withSurge, { ...shown, surge: 'dearer' });
  expect(changed.program).toMatchObject({
    is_surge_accepted: false,
    accepted_surge_hash: null,
    changed_text: 'surge',
  });
  expect(changed.isAccepted).toBe(true);
});

test('while a text is on its way nothing is decided', () => {
  const waiting: Draft = { ...emptyDraft(), isAccepted: true };
  expect(settleAcceptances(waiting, { contract: undefined, surge: undefined })).toBe(waiting);
  expect(settleAcceptances(accepted, { contract: undefined, surge: undefined })).toBe(accepted);
});

test('another program asks for its own contract and forgets what had changed', () => {
  const changed = settleAcceptances(accepted, { ...shown, contract: 'second' });
  expect(chooseProgram(changed, 7)).toMatchObject({ isAccepted: false, program: { changed_text: null } });
});
