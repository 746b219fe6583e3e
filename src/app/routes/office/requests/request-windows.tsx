import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { m } from '#i18n/messages.js';
import { formatDate, parseUsDate, type PlainDate } from '#kit/plain-date.ts';
import { dayText, optionalText } from '#kit/rules/fields.ts';
import {
  listRequestWindows,
  saveRequestWindow,
  type PeriodWindow,
} from '#modules/office/schools/request-windows.contract.ts';
import { companyIsNamed } from '#modules/office/schools/request-windows.shapes.ts';
import { callForOne } from '#app/api/client.ts';
import { itemsKey, useItems } from '#app/api/use-items.ts';
import { FormCheckbox, FormDate, FormText } from '#app/forms/fields.tsx';
import { Form } from '#app/forms/form.tsx';
import { textPart, type FormPart } from '#app/forms/edit-conflict.ts';
import { schemaResolver } from '#app/forms/schema-resolver.ts';
import { useVersionedSave } from '#app/forms/use-versioned-save.tsx';
import { Loaded } from '#app/api/loaded.tsx';
import { Button } from '#app/ui/button.tsx';
import type { Elements } from '#app/ui/elements.ts';
import { SelectField } from '#app/ui/fields/select-field.tsx';
import { useToast } from '#app/ui/toast.tsx';

const formShape = z
  .object({
    refund_open: z.boolean(),
    refund_last_day: dayText(),
    reassign_open: z.boolean(),
    reassign_last_day: dayText(),
    reassign_to: optionalText(),
  })
  .refine(...companyIsNamed);
type Values = z.input<typeof formShape>;
type Typed = z.output<typeof formShape>;

const dayOf = (text: string): PlainDate | null => parseUsDate(text) ?? null;
const textOf = (day: PlainDate | null) => (day ? formatDate(day) : '');

function bodyOf({ refund_open, refund_last_day, reassign_open, reassign_last_day, reassign_to }: Typed) {
  return {
    refund_open,
    refund_cutoff: dayOf(refund_last_day),
    reassign_open,
    reassign_cutoff: dayOf(reassign_last_day),
    reassign_to,
  };
}

const windowToForm = (window: PeriodWindow): Values => ({
  refund_open: window.refund_open,
  refund_last_day: textOf(window.refund_cutoff),
  reassign_open: window.reassign_open,
  reassign_last_day: textOf(window.reassign_cutoff),
  reassign_to: window.reassign_to,
});

const seenWindow = (window: PeriodWindow) => ({ version: window.version, values: windowToForm(window) });

const inKind = (kind: string, label: string) => `${kind}: ${label}`;
const openPart = (name: 'refund_open' | 'reassign_open', kind: string): FormPart<Values> => ({
  label: inKind(kind, m.office_windows_open()),
  names: [name],
  say: (values) => (values[name] ? m.shell_yes() : m.shell_no()),
});

function windowParts(): FormPart<Values>[] {
  const [refund, reassign] = [m.office_windows_refund(), m.office_windows_reassign()];
  return [
    openPart('refund_open', refund),
    textPart('refund_last_day', inKind(refund, m.office_windows_last_day())),
    openPart('reassign_open', reassign),
    textPart('reassign_last_day', inKind(reassign, m.office_windows_last_day())),
    textPart('reassign_to', m.office_windows_company()),
  ];
}

function RefundFields({ isOffered }: { isOffered: boolean }) {
  return (
    <fieldset className="grid content-start gap-2">
      <legend className="mb-1 font-bold">{m.office_windows_refund()}</legend>
      {!isOffered && <p className="text-sm text-ink-soft">{m.office_windows_not_offered()}</p>}
      <FormCheckbox name="refund_open" label={m.office_windows_open()} />
      <FormDate
        name="refund_last_day"
        label={m.office_windows_last_day()}
        note={m.office_windows_last_day_note()}
      />
    </fieldset>
  );
}

function ReassignFields() {
  return (
    <fieldset className="grid content-start gap-2">
      <legend className="mb-1 font-bold">{m.office_windows_reassign()}</legend>
      <FormCheckbox name="reassign_open" label={m.office_windows_open()} />
      <FormText
        name="reassign_to"
        label={m.office_windows_company()}
        note={m.office_windows_company_note()}
      />
      <FormDate
        name="reassign_last_day"
        label={m.office_windows_last_day()}
        note={m.office_windows_last_day_note()}
      />
    </fieldset>
  );
}

function WindowForm({ window }: { window: PeriodWindow }) {
  const queries = useQueryClient();
  const say = useToast();
  const form = useForm<Values, unknown, Typed>({
    resolver: schemaResolver(formShape),
    mode: 'onBlur',
    defaultValues: windowToForm(window),
  });
  const { save, dialog } = useVersionedSave<Values, Typed, PeriodWindow>({
    form,
    record: window,
    parts: windowParts,
    toSeen: seenWindow,
    send: (typed, version) =>
      callForOne(saveRequestWindow, { params: { id: window.id }, body: { ...bodyOf(typed), version } }),
    onSaved: async () => {
      await queries.invalidateQueries({ queryKey: itemsKey(listRequestWindows) });
      say(m.office_windows_saved({ period: window.text }));
    },
  });
  return (
    <Form form={form} className="mt-4 grid gap-5" onSubmit={save}>
      {dialog satisfies Elements}
      <div className="grid gap-5 sm:grid-cols-2">
        <RefundFields isOffered={window.refund_offered} />
        <ReassignFields />
      </div>
      <Button
        type="submit"
        look="secondary"
        className="justify-self-start"
        busy={form.formState.isSubmitting}
      >
        {m.office_windows_save()}
      </Button>
    </Form>
  );
}

function Windows({ all }: { all: readonly PeriodWindow[] }) {
  const [id, setId] = useState(all[0]?.id);
  const chosen = all.find((window) => window.id === id);
  if (!chosen) return null;
  return (
    <>
      <SelectField
        name="period"
        className="max-w-sm"
        label={m.office_content_school_year()}
        value={String(chosen.id)}
        onChange={(event) => setId(Number(event.target.value))}
        options={all.map((window) => ({ value: String(window.id), label: window.text }))}
      />
      <WindowForm key={chosen.id} window={chosen} />
    </>
  );
}

/** Opens and closes the requests of a school year; every change is audited (R1). */
export function RequestWindows() {
  const windows = useItems(listRequestWindows, {});
  return (
    <section aria-labelledby="windows" className="mt-12 max-w-form border-t border-hair pt-6">
      <h2 id="windows" className="mb-1 text-lg font-bold">
        {m.office_windows_title()}
      </h2>
      <p className="mb-4 max-w-read text-ink-soft">{m.office_windows_text()}</p>
      <Loaded query={windows} loading={m.office_loading()}>
        {(all) => <Windows all={all} />}
      </Loaded>
    </section>
  );
}
