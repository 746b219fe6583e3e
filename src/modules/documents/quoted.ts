import { m } from '#i18n/messages.js';
import { isolated } from '#kit/text/isolated.ts';

/**
 * What a family typed, for a paper of the company: in quotation marks, in its own direction, behind a label
 * and never as a separate line. A quotation mark in the text becomes a single one, so nobody ends the
 * quotation early.
 * Source: MH16
 */
export const quoted = (typed: string): string =>
  m.document_quoted({ text: isolated(typed.replaceAll(/["“”„‟«»＂]/g, '’')) });

/** How an earlier version printed what a family typed; kept papers are printed again byte for byte. */
export const asTyped = (typed: string): string => typed;

export type PrintTyped = (typed: string) => string;
