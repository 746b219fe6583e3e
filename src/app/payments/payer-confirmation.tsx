import { useState } from 'react';
import type { Stripe } from '@stripe/stripe-js';
import { m } from '#i18n/messages.js';
import { ApiError } from '#app/api/api-error.ts';
import { call, callForOne } from '#app/api/client.ts';
import { useAct } from '#app/forms/use-act.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { ErrorNotice } from '#app/ui/notice.tsx';
import { readServerInfo } from '#modules/catalog/catalog.contract.ts';
import { confirmAtSandbox } from '#modules/billing/pay-now/pay-now.contract.ts';
import type { Elements } from '#app/ui/elements.ts';

function secretToConfirm(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.status !== 402) return undefined;
  const secret = error.data.data?.client_secret;
  return typeof secret === 'string' ? secret : undefined;
}

type Waiting = { client_secret: string; onAnswered: () => void };

function BankWindow({ client_secret, onAnswered }: Waiting) {
  const { isBusy, problem, act } = useAct();
  const answer = (is_confirmed: boolean) =>
    act(async () => {
      try {
        await call(confirmAtSandbox, { body: { client_secret, is_confirmed } });
      } catch (error) {
        // After an ended confirmation the answer to the same request has the outcome.
        if (!(error instanceof ApiError && error.status === 404)) throw error;
      }
      onAnswered();
    });
  return (
    <Dialog
      open
      isOnTop
      title={m.contract_bank_confirms_title()}
      description={m.contract_bank_confirms_text()}
      actions={
        <>
          <Button busy={isBusy} onClick={() => void answer(true)}>
            {m.contract_bank_confirms_yes()}
          </Button>
          <Button look="secondary" disabled={isBusy} onClick={() => void answer(false)}>
            {m.contract_bank_confirms_no()}
          </Button>
        </>
      }
    >
      <ErrorNotice text={problem} />
    </Dialog>
  );
}

async function findScript(publishable_key: string): Promise<Stripe | undefined> {
  try {
    const { loadInTime } = await import('./hosted/load-stripe.ts');
    return await loadInTime(publishable_key);
  } catch {
    return undefined;
  }
}

function withoutWindow({ status, statusText, data }: ApiError): ApiError {
  const errors = [m.contract_bank_window_failed()];
  return new ApiError(status, statusText, { ...data, errors, said: errors });
}

/**
 * The server reads the outcome at the next request.
 * @throws the refusal without a window or after a failure of the window
 */
async function confirmAtStripe(
  publishable_key: string,
  clientSecret: string,
  refusal: ApiError,
): Promise<void> {
  const stripe = await findScript(publishable_key);
  if (!stripe) throw withoutWindow(refusal);
  try {
    await stripe.handleNextAction({ clientSecret });
  } catch {
    throw refusal;
  }
}

/**
 * Lets the payer confirm at the bank on demand, then sends the same request again.
 *
 *     const confirmation = usePayerConfirmation();
 *     const order = await confirmation.go(() => callForOne(placeOrder, { headers, body }));
 *     … {confirmation.window}
 */
export function usePayerConfirmation(): {
  go: <T>(send: () => Promise<T>) => Promise<T>;
  window: Elements;
} {
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  async function confirm(client_secret: string): Promise<void> {
    await new Promise<void>((resolve) => setWaiting({ client_secret, onAnswered: resolve }));
    setWaiting(null);
  }
  async function go<T>(send: () => Promise<T>): Promise<T> {
    for (let isAsked = false; ; isAsked = true) {
      try {
        return await send();
      } catch (error) {
        const client_secret = secretToConfirm(error);
        if (client_secret === undefined) throw error;
        const { payments } = await callForOne(readServerInfo);
        if (payments.kind === 'sandbox') await confirm(client_secret);
        // Asked once per click; after a failed window the next click asks again.
        else if (isAsked) throw error;
        else await confirmAtStripe(payments.publishable_key, client_secret, error as ApiError);
      }
    }
  }
  return { go, window: waiting && <BankWindow key={waiting.client_secret} {...waiting} /> };
}
