import { joined } from '#kit/text/joined.ts';
import type { AcceptedText, SignedContractFacts } from '#modules/documents/signed-copy.ts';
import type { SignedPaper } from '#modules/documents/signed-paper.ts';
import type { ContractFacts } from '#modules/documents/contract-facts.ts';
import { pricedAsSigned, type PriceSnapshot } from '#modules/pricing/price-snapshot.ts';
import type { OpenedContract } from '#modules/documents/contract-snapshot.ts';
import { pickupText } from '#modules/orders/pickup-text.ts';
import { guardianNames } from '#modules/students/guardians.ts';

type Signed = {
  order_id: number;
  edition: number;
  contract_number: string;
  snapshot: OpenedContract;
  price: PriceSnapshot;
  texts: readonly AcceptedText[];
  paper?: SignedPaper | undefined;
  time_zone: string;
  verify_link: string;
};

export function contractFacts({ student, route, ...snapshot }: OpenedContract): ContractFacts {
  const { pickup_north, pickup_cross } = snapshot;
  return {
    company: snapshot.division,
    parent: snapshot.parent,
    student,
    guardians: guardianNames(student),
    school: snapshot.program_group,
    program: snapshot.program.text,
    period: snapshot.period.text,
    grade: snapshot.grade?.text ?? null,
    route: joined([route.text_before, route.name, route.text_after], ', '),
    addons: snapshot.addons.map(({ text }) => text),
    pickup: pickupText({ pickup_north, pickup_cross }),
    special_request: snapshot.special_request,
    term: snapshot.payment_term.name,
    aid: snapshot.financial_aid,
  };
}

/** From the signed snapshot only, so a second printing gives the same document (C4, O8). */
export function signedContractFacts({ snapshot, price, ...signed }: Signed): SignedContractFacts {
  return {
    ...signed,
    ...contractFacts(snapshot),
    signed_on: snapshot.signed_on,
    paid_by: price.paid_by,
    price: pricedAsSigned(price),
  };
}
