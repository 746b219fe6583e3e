import type { ReactElement } from 'react';

/** Children that are no text: the rule `texts/own-element` lets others stand beside them (MD2.1). */
export type Elements = ReactElement | readonly Elements[] | boolean | '' | null | undefined;
