/** Only a credit card pays the surcharge of cards (S5). */
export const FUNDINGS = ['credit', 'debit', 'prepaid', 'unknown'] as const;

export type Funding = (typeof FUNDINGS)[number];
