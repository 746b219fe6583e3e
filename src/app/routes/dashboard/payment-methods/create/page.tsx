import { m } from '#i18n/messages.js';
import { listDebitTerms } from '#modules/billing/methods/change-methods.contract.ts';
import { listProgramGroups, readServerInfo } from '#modules/catalog/catalog.contract.ts';
import { useItems } from '#app/api/use-items.ts';
import { useAuth } from '#app/auth/use-auth.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { PageHead } from '#app/ui/page-head.tsx';
import { pageTitle } from '#app/shell/page-title.ts';
import { fullName } from '#kit/text/full-name.ts';
import { NewHostedMethod } from './new-hosted-method.tsx';
import { NewMethod } from './new-method.tsx';

export const meta = () => pageTitle(m.shell_title_create_payment_method());

/** Families save a card or bank account here (contracts.md §2). */
export default function PaymentMethodCreate() {
  const groups = useItems(listProgramGroups, { params: {} });
  const terms = useItems(listDebitTerms, {});
  const info = useItems(readServerInfo, {});
  const { user } = useAuth();
  const holder = { first_name: user?.first_name, last_name: user?.last_name, email: user?.email };
  return (
    <>
      <PageHead title={m.dashboard_method_create_title()} />
      <div className="max-w-form">
        <p className="mb-4 text-ink-soft">{m.dashboard_method_create_text()}</p>
        <Loaded query={info} loading={m.dashboard_methods_loading()}>
          {([now]) => (
            <Loaded query={groups} loading={m.dashboard_methods_loading()}>
              {(schools) => (
                <Loaded query={terms} loading={m.dashboard_methods_loading()}>
                  {(all) =>
                    now!.payments.kind === 'stripe' ? (
                      <NewHostedMethod
                        groups={schools}
                        terms={all}
                        publishable_key={now!.payments.publishable_key}
                        holderName={fullName({ first_name: '', last_name: '', ...user })}
                      />
                    ) : (
                      <NewMethod groups={schools} terms={all} today={now!.date} holder={holder} />
                    )
                  }
                </Loaded>
              )}
            </Loaded>
          )}
        </Loaded>
      </div>
    </>
  );
}
