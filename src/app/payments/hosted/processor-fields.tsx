import { m } from '#i18n/messages.js';
import { formatDate } from '#kit/plain-date.ts';
import type { EnteredMethod } from '#modules/billing/methods/entries/entries.contract.ts';
import { methodName } from '#app/payments/saved-methods.tsx';
import { Late, latePart } from '#app/shell/late-part.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Skeleton } from '#app/ui/spinner.tsx';
import type { HostedFieldsProps } from './hosted-fields.tsx';

// The loader of the processor's script is downloaded only for pages with fields.
const hostedFields = latePart(async () => (await import('./hosted-fields.tsx')).default);

type Waiting = Pick<EnteredMethod, 'brand' | 'ident' | 'verify_url' | 'arrives_on'>;

function WaitingForBank({ waiting }: { waiting: Waiting }) {
  const { arrives_on, verify_url } = waiting;
  const account = methodName(waiting);
  return (
    <Notice tone="warning" role="alert" title={m.contract_fields_waiting_title()}>
      <p>
        {arrives_on
          ? m.contract_fields_waiting_until({ account, day: formatDate(arrives_on) })
          : m.contract_fields_waiting({ account })}
      </p>
      {verify_url && (
        <p className="mt-2">
          <a
            className="underline underline-offset-4"
            href={verify_url}
            target="_blank"
            rel="noopener noreferrer"
          >
            {m.contract_fields_verify()}
          </a>
        </p>
      )}
    </Notice>
  );
}

type ProcessorFieldsProps = HostedFieldsProps & {
  bankNote?: string;
  waiting?: Waiting;
};

export function ProcessorFields({ bankNote, waiting, ...props }: ProcessorFieldsProps) {
  const { kind } = props;
  return (
    <div className="grid gap-4">
      {kind === 'bank' && (
        <Notice title={m.contract_fields_bank_ways_title()}>
          {[m.contract_fields_bank_ways(), bankNote].filter(Boolean).join(' ')}
        </Notice>
      )}
      {waiting && <WaitingForBank waiting={waiting} />}
      <Late
        part={hostedFields}
        waiting={<Skeleton lines={6} label={m.contract_fields_loading()} className="min-h-56" />}
      >
        {(HostedFields) => <HostedFields {...props} />}
      </Late>
      <p className="text-sm text-ink-soft">{m.contract_fields_note()}</p>
    </div>
  );
}
