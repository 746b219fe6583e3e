import { expect, it } from 'vitest';
import { schoolCopyChanges, type CopiedProgram, type SchoolCopy } from './school-copy.ts';

const program = (text: string): CopiedProgram => ({
  text,
  changes: [
    {
      op: 'create',
      kind: 'program',
      key: '#1',
      parent: 7,
      before: 8,
      fields: { name: 'copy', text: 'Copy' },
    },
    { op: 'create', kind: 'grade', key: '#2', parent: '#1', fields: { text: '1st' } },
    {
      op: 'create',
      kind: 'period_program',
      key: '#3',
      parent: 3,
      fields: {
        program: 'copy',
        is_active: false,
        contract_text: '<p>Oak &amp; Hill rides. Oak &amp; Hill</p>',
      },
    },
    { op: 'create', kind: 'route', key: '#4', parent: '#3', fields: { name: 'Oak & Hill loop' } },
    { op: 'create', kind: 'payment_term', key: '#5', parent: '#4', fields: { deposit: 4200 } },
  ],
});

const copy: SchoolCopy = {
  season_id: 3,
  from: {
    name: 'Oak & Hill',
    division: 'main',
    line_color: '#123456',
    fields: {
      program_group: 'oak',
      is_active: true,
      opens_at: '2027-03-01T08:00',
      active_msg: '<p>Oak &amp; Hill sells.</p>',
    },
  },
  to: { path: 'elm', name: 'Elm' },
  programs: [program('Lower School'), program('Upper School')],
};

it('a school like another sells the same under its own name, and is not open yet', () => {
  const changes = schoolCopyChanges(copy);
  const of = (kind: string) =>
    changes.flatMap((one) => (one.op === 'create' && one.kind === kind ? [one] : []));
  expect(of('program_group')[0]!.fields).toEqual({
    text: 'Elm',
    path: 'elm',
    division: 'main',
    line_color: '#123456',
    is_active: true,
  });
  expect(of('period_group')[0]).toMatchObject({
    parent: 3,
    fields: { program_group: 'elm', is_active: false, opens_at: null, active_msg: '<p>Elm sells.</p>' },
  });
  expect(
    of('program').map(({ parent, before, fields }) => [parent, before, fields.name, fields.text]),
  ).toEqual([
    ['#1', null, 'elm-lower-school', 'Lower School'],
    ['#1', null, 'elm-upper-school', 'Upper School'],
  ]);
  expect(of('period_program').map(({ parent, fields }) => [parent, fields])).toEqual(
    ['elm-lower-school', 'elm-upper-school'].map((name) => [
      3,
      { program: name, is_active: true, contract_text: '<p>Elm rides. Elm</p>' },
    ]),
  );
  // Names that staff gave stay.
  expect(of('route').map(({ fields }) => fields.name)).toEqual(['Oak & Hill loop', 'Oak & Hill loop']);
});

it('what hangs below a program hangs below its copy', () => {
  const changes = schoolCopyChanges(copy);
  const keys = changes.map((one) => one.op === 'create' && one.key);
  expect(keys).toEqual(changes.map((_, at) => `#${at + 1}`));
  const around = (kind: string) =>
    changes.flatMap((one) => {
      if (one.op !== 'create' || one.kind !== kind) return [];
      const parent = changes.find((other) => other.op === 'create' && other.key === one.parent);
      return [parent?.op === 'create' ? parent.kind : one.parent];
    });
  expect(around('grade')).toEqual(['program', 'program']);
  expect(around('route')).toEqual(['period_program', 'period_program']);
  expect(around('payment_term')).toEqual(['route', 'route']);
});
