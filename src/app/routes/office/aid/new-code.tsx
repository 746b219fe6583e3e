import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import type { Answered } from '#kit/endpoint/endpoint.ts';
import { m } from '#i18n/messages.js';
import { createAidCode, listAidCodes, listAidPrograms } from '#modules/catalog/routes/aid-codes.contract.ts';
import { callForOne } from '#app/api/client.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { itemsKey, useItems } from '#app/api/use-items.ts';
import { FormCheckbox, FormSelect, FormText } from '#app/forms/fields.tsx';
import { Form } from '#app/forms/form.tsx';
import { schemaResolver } from '#app/forms/schema-resolver.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { useListQuery } from '#app/lists/use-list.ts';
import { AidCodes } from './codes.tsx';
import {
  codeBody,
  emptyCode,
  newCodeFormShape,
  type CheckedCode,
  type NewCodeValues,
} from './new-code-form.ts';

function CodeFields({ programs }: { programs: Answered<typeof listAidPrograms> }) {
  return (
    <>
      <FormSelect
        required
        name="period_program_id"
        label={m.office_aid_new_program()}
        placeholder={m.office_none()}
        options={programs.map(({ id, school, program, period }) => ({
          value: String(id),
          label: m.office_request_program({ school, program, period }),
        }))}
      />
      <FormText required name="max_uses" label={m.office_aid_new_uses()} inputMode="numeric" />
      <FormText
        name="awarded_amount"
        label={m.office_aid_new_award()}
        note={m.office_aid_new_award_note()}
        inputMode="decimal"
      />
      <FormText
        name="least_amount"
        label={m.office_aid_new_least()}
        note={m.office_aid_new_least_note()}
        inputMode="decimal"
      />
      <FormCheckbox name="needs_confirmation" label={m.office_aid_new_waits()} />
    </>
  );
}

function useNewCode(student_id: number | null) {
  const [code, setCode] = useState<string | null>(null);
  const form = useForm<NewCodeValues, unknown, CheckedCode>({
    resolver: schemaResolver(newCodeFormShape),
    mode: 'onBlur',
    defaultValues: emptyCode,
  });
  const queries = useQueryClient();
  async function make(values: CheckedCode): Promise<void> {
    const made = await callForOne(createAidCode, { body: codeBody(values, student_id) });
    setCode(made.code);
    form.reset({ ...emptyCode, period_program_id: values.period_program_id });
    await queries.invalidateQueries({ queryKey: itemsKey(listAidCodes) });
  }
  return { form, code, make };
}

/** For the student in the address or for a number of uses (A5). */
export function NewAidCode() {
  const programs = useItems(listAidPrograms, {});
  const student_id = Number(useListQuery().text('student')) || null;
  const { form, code, make } = useNewCode(student_id);
  const program = useWatch({ control: form.control, name: 'period_program_id' });
  return (
    <>
      <Card title={m.office_aid_new()} className="mt-10 max-w-form">
        <p className="mb-4">{m.office_aid_new_text()}</p>
        {code && (
          <Notice role="status" className="mb-4">
            <span className="figures font-bold">{m.office_aid_new_made({ code })}</span>
          </Notice>
        )}
        <Loaded query={programs} loading={m.office_loading()}>
          {(rows) => (
            <Form form={form} label={m.office_aid_new()} className="grid gap-4" onSubmit={make}>
              {student_id !== null && <p>{m.office_aid_new_student({ id: student_id })}</p>}
              <CodeFields programs={rows} />
              <Button type="submit" className="justify-self-start" busy={form.formState.isSubmitting}>
                {m.office_aid_new_make()}
              </Button>
            </Form>
          )}
        </Loaded>
      </Card>
      {program && (
        <div className="mt-6">
          <AidCodes period_program_id={Number(program)} />
        </div>
      )}
    </>
  );
}
