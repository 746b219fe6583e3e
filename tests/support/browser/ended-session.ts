import { expect, type Locator, type Page } from '@playwright/test';
import {
  createAddress,
  createStudent,
  deleteStudent,
  updateAddress,
  removeAddress,
  updateStudent,
} from '#modules/students/students.contract.ts';
import { removeStudentPhotos, uploadStudentPhoto } from '#modules/students/photos.contract.ts';
import {
  logout,
  resendVerificationEmail,
  stopImpersonation,
  updateUser,
} from '#modules/accounts/accounts.contract.ts';
import { askForOwnPasskey, proveWithPasskey } from '#modules/accounts/sessions/passkeys.contract.ts';
import { proveAgain } from '#modules/accounts/sessions/proof.contract.ts';
import {
  addPasskey,
  confirmAuthenticator,
  removeAuthenticator,
  renewRecoveryCodes,
  startAuthenticator,
  startPasskey,
} from '#modules/accounts/enrolment/enrolment.contract.ts';
import { endOtherSessions, endOwnSession } from '#modules/accounts/sessions/own-sessions.contract.ts';
import { reportFieldsError } from '#modules/billing/methods/entries/fields-errors.contract.ts';
import {
  addPaymentMethod,
  deletePaymentMethod,
  setDefaultPaymentMethod,
  shareCard,
} from '#modules/billing/methods/change-methods.contract.ts';
import { beginMethodEntry, claimMethodEntry } from '#modules/billing/methods/entries/entries.contract.ts';
import { confirmAtSandbox, payNow } from '#modules/billing/pay-now/pay-now.contract.ts';
import { acceptAmendment, declineAmendment } from '#modules/orders/amendments/family-amendment.contract.ts';
import { acceptOrder } from '#modules/orders/acceptance/acceptance.contract.ts';
import { verifyFinancialAidCode } from '#modules/orders/discounts/check-codes.contract.ts';
import { acceptOffer, declineOffer } from '#modules/orders/offers/family-offers.contract.ts';
import { placeOrder, quoteOrder } from '#modules/orders/orders.contract.ts';
import { resumeOrder } from '#modules/orders/reading/unconfirmed-orders.contract.ts';
import { deletePrintedContract, printContract } from '#modules/orders/printed/printed-contracts.contract.ts';
import { approveReassign, requestRefund } from '#modules/orders/requests/requests.contract.ts';
import { deleteAccount, takeCopy } from '#modules/privacy/privacy.contract.ts';
import { holdSeat, joinWaitingList, leaveWaitingList, releaseHold } from '#modules/seats/seats.contract.ts';
import type { EndpointDefinition } from '#kit/endpoint/endpoint.ts';
import { PASSWORD } from './account.ts';

/** The forms of parents and the calls that each of them makes to change something. */
export const FORMS = {
  'a new student with a photo': [createStudent, uploadStudentPhoto],
  'a student who is changed and one who is deleted': [updateStudent, deleteStudent],
  'an address, new and changed': [createAddress, updateAddress],
  'the profile, and the mail to verify the address': [updateUser, resendVerificationEmail],
  'step 1 of the wizard': [createAddress, createStudent],
  'the checkout': [quoteOrder, placeOrder, verifyFinancialAidCode],
  'a payment method, added, made the default and deleted': [
    addPaymentMethod,
    setDefaultPaymentMethod,
    deletePaymentMethod,
  ],
  'a refund request': [requestRefund],
  'a change of a contract that is declined': [declineAmendment],
  'an offer that is accepted, and one that is declined': [acceptOffer, declineOffer],
} satisfies Record<string, readonly EndpointDefinition[]>;

/** Calls of one press, or of the page itself, that send nothing typed; two of them end a session anyway. */
export const WITHOUT_FORM: readonly EndpointDefinition[] = [
  logout,
  stopImpersonation,
  acceptAmendment,
  acceptOrder,
  approveReassign,
  deletePrintedContract,
  endOtherSessions,
  endOwnSession,
  holdSeat,
  joinWaitingList,
  leaveWaitingList,
  beginMethodEntry,
  reportFieldsError,
  claimMethodEntry,
  confirmAtSandbox,
  payNow,
  printContract,
  proveAgain,
  removeAuthenticator,
  renewRecoveryCodes,
  startAuthenticator,
  confirmAuthenticator,
  startPasskey,
  addPasskey,
  askForOwnPasskey,
  proveWithPasskey,
  releaseHold,
  resumeOrder,
  removeAddress,
  removeStudentPhotos,
  takeCopy,
  deleteAccount,
  shareCard,
];

const asPattern = ({ path }: EndpointDefinition) => new RegExp(`^/api${path.replaceAll(/:\w+/g, '[^/]+')}$`);

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Your session has ended' });

/** Every field of the page that has a value, but for those of the login over it. */
function typedOn(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLInputElement>('input, select, textarea')]
      .filter((field) => !field.closest('[aria-label="Your session has ended"]'))
      .filter((field) => (['radio', 'checkbox'].includes(field.type) ? field.checked : field.value !== ''))
      .map((field) => `${field.name} ${field.value}`),
  );
}

/** Types the password into the dialog, which names the person, and goes on. */
export async function logInAgainOn(page: Page, email: string): Promise<void> {
  const dialog = dialogOf(page);
  await expect(dialog.getByLabel('Email')).toHaveValue(email);
  await dialog.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Log in and continue' }).click();
}

/**
 * Ends the session on the server right before each of these calls is made for the first time, and logs in
 * again whenever the page asks for it; what was typed must be there behind the dialog.
 * @returns `expectAll`, which fails when one of the calls was never made
 */
export async function endSessionBefore(
  page: Page,
  email: string,
  definitions: readonly EndpointDefinition[],
): Promise<{ expectAll: () => void }> {
  const interrupted: string[] = [];
  let typed: string[] = [];
  await page.route('**/api/**', async (route) => {
    const request = route.request();
    const { pathname } = new URL(request.url());
    const made = definitions.find(
      (each) => each.method === request.method() && asPattern(each).test(pathname),
    );
    if (!made || interrupted.includes(made.name)) return route.fallback();
    interrupted.push(made.name);
    typed = await typedOn(page);
    const { authorization = '' } = request.headers();
    const headers = { authorization, 'x-requested-with': 'XMLHttpRequest' };
    await page.request.post('/api/logout', { headers });
    return route.fallback();
  });
  const answerDialog = async (dialog: Locator): Promise<void> => {
    expect(await typedOn(page), 'what was typed is behind the dialog').toEqual(expect.arrayContaining(typed));
    const shown = await dialog.elementHandle();
    await logInAgainOn(page, email);
    await shown?.waitForElementState('hidden');
  };
  // The next call may open the next dialog at once: whether this one is gone is seen by the element.
  await page.addLocatorHandler(dialogOf(page), answerDialog, { noWaitAfter: true });
  return {
    expectAll: () => expect(interrupted.toSorted()).toEqual(definitions.map(({ name }) => name).toSorted()),
  };
}

/** What a GET answers to the person of this page, with the login that it has by now. */
export function itemsFor(page: Page, path: string): Promise<any[]> {
  return page.evaluate(async (address) => {
    const { access_token } = JSON.parse(localStorage.getItem('auth_token') ?? '{}');
    const answer = await fetch(`/api${address}`, { headers: { Authorization: `Bearer ${access_token}` } });
    return (await answer.json()).items;
  }, path);
}
