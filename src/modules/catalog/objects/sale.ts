import * as f from '#kit/rules/object-fields.ts';
import { aidCode } from './aid-code.ts';
import { catalogObject } from './object.ts';
import { route } from './route.ts';
import { surcharge } from './surcharge.ts';

/** A program in a period. */
export const sale = catalogObject({
  kind: 'period_program',
  key: { field: 'program' },
  fields: {
    program: f.text(),
    is_active: f.flag(),
    is_photo_required: f.flag(),
    allow_student_exit_bus_alone: f.flag(),
    has_pickup_location: f.flag(),
    accept_financial_aid: f.flag(),
    contract_text_intro: f.htmlOrNone(),
    contract_text: f.htmlOrNone(),
    faq: f.htmlOrNone(),
    /** of the company that takes over (MP5) */
    reassign_instructions: f.orUnchanged(f.text(1000)),
  },
  refersTo: { program: 'program' },
  leftOut: { reassign_instructions: null },
  lists: { payment_type_surcharges: surcharge, routes: route, financial_aid_codes: aidCode },
});
