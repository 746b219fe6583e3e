import { z } from 'zod';
import { optionalText, requiredText } from '#kit/rules/fields.ts';
import { regex } from '#kit/rules/text.ts';

/** A tab or a quotation mark would end a cell of a QuickBooks file. */
const inCells = () => regex(/^[^\t"]*$/);

/** As in the company's own chart of accounts (RP3.2). */
export const accountNameFields = z.object({
  name: requiredText(100).check(inCells()),
  number: optionalText(30),
  class: optionalText(100),
});
