import * as f from '#kit/rules/object-fields.ts';
import { objectRules } from '#kit/rules/object-rules.ts';
import { catalogObject } from './object.ts';
import { sale } from './sale.ts';
import { printable } from './school.ts';

/** A school in a period. */
export const periodGroup = catalogObject({
  kind: 'period_group',
  key: { field: 'program_group', ignoresCase: true },
  fields: {
    program_group: f.text(),
    /** the switch of staff; a school that is on sells within its hours (SE8.2) */
    is_active: f.flag(),
    /** in company time; null: no hour ends or begins the sale */
    opens_at: f.timeOrNone(),
    closes_at: f.timeOrNone(),
    /** the opening makes the period the current period of the school (SE8.4) */
    becomes_current: f.flag().default(true),
    /** overrides the period's `is_current` for a school */
    is_current: f.flag().optional(),
    active_msg: f.htmlOrNone(),
    inactive_msg: f.htmlOrNone(),
    /** overrides the period's day for a school (O11) */
    first_day_of_school: f.dayOrNone(),
  },
  refersTo: { program_group: 'program_group' },
  rules: [f.needsLaterTime('opens_at', 'closes_at')],
  lists: { printable_contracts: printable },
  leftOut: { opens_at: null, closes_at: null, becomes_current: true, first_day_of_school: null },
});

export const period = catalogObject({
  kind: 'period',
  key: { field: 'name' },
  fields: {
    name: f.text(),
    text: f.text(),
    starts_on: f.day(),
    ends_on: f.day(),
    first_day_of_school: f.dayOrNone(),
    aid_balance_due_dt: f.dayOrNone(),
    refund_cutoff: f.dayOrNone(),
    reassign_cutoff: f.dayOrNone(),
    /** left out, these stay as set by staff (R1) */
    refund_open: f.flag().optional(),
    reassign_open: f.flag().optional(),
    reassign_to: f.orUnchanged(f.text()),
    /** where the company that takes over is paid (MP5) */
    reassign_address_1: f.orUnchanged(f.text()),
    reassign_city: f.orUnchanged(f.text()),
    reassign_state: f.orUnchanged(f.text()),
    reassign_zip: f.orUnchanged(f.text(50)),
    reassign_phone: f.orUnchanged(f.text()),
    reassign_due_on: f.orUnchanged(f.day()),
    /** the period becomes the current period of the groups; false changes nothing */
    is_current: f.flag(),
    /** families and visitors see nothing of a draft (SE3.12) */
    is_draft: f.flag().default(false),
  },
  rules: [
    f.needsOrderedDays('starts_on', 'ends_on'),
    // Families approve a text that names the new company, so approvals open only once it is known (MB20).
    f.across(({ reassign_open, reassign_to }, say) => {
      if (reassign_open === true && !reassign_to) say('reassign_to', objectRules.missing());
    }),
  ],
  lists: { program_groups: periodGroup, programs: sale },
  leftOut: {
    reassign_address_1: null,
    reassign_city: null,
    reassign_state: null,
    reassign_zip: null,
    reassign_phone: null,
    reassign_due_on: null,
    is_draft: false,
  },
});
