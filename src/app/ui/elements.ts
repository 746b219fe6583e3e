import type { ReactElement } from 'react';

/** Children other than texts: the rule `texts/own-element` allows other children beside them (MD2.1). */
export type Elements = ReactElement | readonly Elements[] | boolean | '' | null | undefined;
