import type { PaymentWay } from '#modules/catalog/catalog.contract.ts';
import type { WizardPaymentType } from './draft.ts';

const WAY_OF_TYPE = [
  ['paymentTypeAch', 'bank'],
  ['paymentTypeCreditCard', 'card'],
] as const;

export const openPaymentTypes = (closed: readonly PaymentWay[]): WizardPaymentType[] =>
  WAY_OF_TYPE.filter(([, way]) => !closed.includes(way)).map(([type]) => type);
