import type { TypedInstrument } from '#modules/billing/methods/typed-instrument.ts';
import type { ChargeRequest, Entry, PaymentGateway, SaveOutcome } from '#platform/payments/gateway.ts';

/** Saves what a family types, and gives the reference of the method; each adapter has its own fields. */
export type Enter = (
  gateway: PaymentGateway,
  customer: string,
  instrument: TypedInstrument,
) => Promise<string>;

/** What a family has typed, whatever its bank says of it. */
export type TypedIn = {
  customer: string;
  /** what has become of it; the answer to the number itself where the fields are ours and it was refused */
  read(): Promise<Entry | SaveOutcome | 'absent'>;
  /** the family says what its bank was sent, when that has come */
  verify(): Promise<unknown>;
};

/** How a dispute ends. */
export type Ending = 'won' | 'lost' | 'question';

/** A gateway that the suites run over, and what families, banks and others do, which no gateway can. */
export type Port = {
  gateway: PaymentGateway;
  enter: Enter;
  type(instrument: TypedInstrument): Promise<TypedIn>;
  /** what a payer does in his browser with the secret that the processor gave */
  confirm(client_secret: string, isConfirmed: boolean): Promise<unknown>;
  /** days pass, and banks do on each what is due on it */
  advance(days: number): Promise<unknown>;
  /** the payer goes to the bank about a charge that was made by a card which ends so */
  openDispute(charge_ref: string, ending: Ending): Promise<unknown>;
  /** the bank decides */
  decideDispute(charge_ref: string, ending: Ending): Promise<unknown>;
  /** the same account is charged past this portal; gives the name of the charge */
  chargeElsewhere(request: ChargeRequest): Promise<string>;
  /** the same again in another process, as after a crash */
  reopen(): Promise<PaymentGateway>;
};
