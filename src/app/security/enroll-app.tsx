import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { m } from '#i18n/messages.js';
import { confirmationShape } from '#modules/accounts/enrolment/enrolment.shapes.ts';
import { FormButtons } from '#app/forms/form-buttons.tsx';
import { confirmAuthenticator } from '#modules/accounts/enrolment/enrolment.contract.ts';
import { callForOne } from '#app/api/client.ts';
import { FormText } from '#app/forms/fields.tsx';
import { Form } from '#app/forms/form.tsx';
import { schemaResolver } from '#app/forms/schema-resolver.ts';
import { QrCode } from './qr-code.tsx';

type Values = z.input<typeof confirmationShape>;

/** An app during the setup; only this page and the app know the secret. */
export type Started = { id: number; secret: string; uri: string };

const grouped = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret;

type EnrollAppProps = {
  started: Started;
  onDone: (recoveryCodes: string[]) => Promise<void>;
  onCancel: () => void;
};

function AppSecret({ started }: Pick<EnrollAppProps, 'started'>) {
  return (
    <div>
      <p id="factor-key">{m.account_factor_type()}</p>
      <p
        aria-labelledby="factor-key"
        role="group"
        className="figures mt-1 font-bold wrap-anywhere select-all"
      >
        {grouped(started.secret)}
      </p>
      {/* A phone cannot scan the own screen. */}
      <a href={started.uri} className="inline-flex min-h-11 items-center underline underline-offset-4">
        {m.account_factor_open()}
      </a>
    </div>
  );
}

function AppFields() {
  return (
    <>
      <FormText name="label" label={m.account_factor_label()} note={m.account_factor_label_note()} required />
      <FormText
        name="code"
        label={m.account_factor_code()}
        note={m.account_factor_code_note()}
        required
        inputMode="numeric"
        autoComplete="one-time-code"
      />
    </>
  );
}

export function EnrollApp({ started, onDone, onCancel }: EnrollAppProps) {
  const form = useForm<Values, unknown, Values>({
    resolver: schemaResolver(confirmationShape),
    defaultValues: { label: m.account_factor_app(), code: '' },
  });
  return (
    <div className="grid gap-6 md:grid-cols-[auto_minmax(0,1fr)]">
      <div className="grid content-start gap-3">
        <p className="max-w-64">{m.account_factor_scan()}</p>
        <QrCode text={started.uri} label={m.account_factor_qr()} />
      </div>
      <div className="grid content-start gap-4">
        <AppSecret started={started} />
        <Form
          form={form}
          asksBeforeLeaving={false}
          label={m.account_factor_add()}
          onSubmit={async (body) => {
            const params = { authenticator_id: started.id };
            await onDone((await callForOne(confirmAuthenticator, { params, body })).recovery_codes);
          }}
          className="grid gap-4"
        >
          <AppFields />
          <FormButtons
            submitText={m.account_factor_confirm()}
            cancelText={m.dashboard_cancel()}
            onCancel={onCancel}
          />
        </Form>
      </div>
    </div>
  );
}
