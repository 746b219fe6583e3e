import { describe, expect, it } from 'vitest';
import type { EndpointDefinition } from '#kit/endpoint/endpoint.ts';
import {
  ask,
  callOf,
  harmOf,
  isOurs,
  portal,
  useThrowingApp,
  type Answer,
} from '#tests/support/sweep/throwing-app.ts';
import type { Way } from '#tests/support/sweep/thrown-in-fastify.ts';
import { tableChangesOf } from '#tests/support/endpoints/table-changes.ts';

/* Every call of the API throws once: in its handler, and in its transaction after it has written. */

useThrowingApp();

/** Samples that end before they write, and calls that write in one statement; with their answers. */
const WHOLE: Record<string, number> = {
  // They write nothing, or one row in one statement.
  takeTurn: 200,
  // Without `seen`, they write nothing.
  undoCatalogChanges: 200,
  makeRollover: 200,
  // They read.
  previewCatalogChanges: 200,
  planManyChanges: 200,
  previewEnding: 200,
  previewOffer: 200,
  findPrintedContract: 200,
  stopImpersonation: 200,
  askForPasskey: 200,
  askForOwnPasskey: 200,
  startPasskey: 200,
  resumeOrder: 200,
  quoteOrder: 200,
  deletePrintedContract: 200,
  reportFieldsError: 200,
  exportList: 200,
  exportReport: 200,
  uploadSeason: 200,
  // They lock rows, and in their samples write none.
  checkResetLink: 200,
  previewAmendment: 200,
  verifyFinancialAidCode: 200,
  holdSeat: 200,
  releaseHold: 200,
  removeStudentPhotos: 200,
  // They write into the audit log alone, in one statement.
  takeDisputePapers: 200,
  exportSeasons: 200,
  takeCopy: 200,
  takeCopyOfParent: 200,
  // Their samples are refused.
  logInWithPasskey: 400,
  proveWithPasskey: 400,
  addPasskey: 400,
  renewRecoveryCodes: 409,
  beginMethodEntry: 409,
  claimMethodEntry: 404,
  confirmAtSandbox: 404,
  payNow: 409,
  chargePayment: 409,
  recordRefundElsewhere: 404,
  reverseEntry: 409,
  reverseRefund: 404,
  announceCongestionFee: 409,
  withdrawCongestionFee: 404,
  moveClock: 422,
};

const mayWrite = ({ method }: EndpointDefinition) => method !== 'GET';

/** @shows MC1.8 */
describe('every call of the API', () => {
  it.each(['throws', 'rejects'] as Way[])(
    'whose handler %s is answered with 500, leaves nothing, and the next request is right',
    async (way) => {
      const wrong: string[] = [];
      for (const definition of portal.shop.app.endpoints) {
        const { family, call } = await callOf(definition);
        let answer: Answer | undefined;
        const changes = await tableChangesOf(portal.shop.context, family, async () => {
          portal.planted.arm(/^handler of /, way);
          answer = await ask(call);
        });
        const found = [
          ...(portal.planted.hasThrown() ? [] : ['its handler was not reached']),
          ...(isOurs(answer!) ? [] : [`${answer!.status} ${answer!.body}`]),
          ...changes,
          ...(await harmOf()),
        ];
        wrong.push(...found.map((what) => `${definition.name}: ${what}`));
      }
      expect(portal.shop.app.endpoints.length).toBeGreaterThan(130);
      expect(wrong).toEqual([]);
    },
  );

  it('that throws half way in its transaction, after it has written, leaves nothing of it', async () => {
    const wrong: string[] = [];
    const halved: string[] = [];
    const whole: Record<string, number | undefined> = {};
    for (const definition of portal.shop.app.endpoints.filter(mayWrite)) {
      const { family, call } = await callOf(definition);
      let answer: Answer | undefined;
      const changes = await tableChangesOf(portal.shop.context, family, async () => {
        portal.halfway.arm();
        answer = await ask(call);
      });
      portal.halfway.disarm();
      if (!portal.halfway.hasThrown()) {
        whole[definition.name] = answer!.status;
        continue;
      }
      halved.push(definition.name);
      const found = [
        ...(isOurs(answer!) ? [] : [`${answer!.status} ${answer!.body}`]),
        ...changes,
        ...(await harmOf()),
      ];
      wrong.push(...found.map((what) => `${definition.name}: ${what}`));
    }
    expect(whole).toEqual(WHOLE);
    expect(halved.length).toBeGreaterThan(50);
    expect(wrong).toEqual([]);
  });
});
