import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { m } from '#i18n/messages.js';
import { Form } from '#app/forms/form.tsx';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { PageHead } from '#app/ui/page-head.tsx';
import type { Elements } from '#app/ui/elements.ts';

type RecordFormProps<V extends FieldValues, O> = {
  title: string;
  form: UseFormReturn<V, unknown, O>;
  onSave: (values: O) => Promise<void>;
  list: string;
  children: Elements;
};

export function RecordForm<V extends FieldValues, O>({
  title,
  form,
  onSave,
  list,
  children,
}: RecordFormProps<V, O>) {
  return (
    <>
      <PageHead title={title} />
      <Form form={form} onSubmit={onSave} label={title} className="grid max-w-form gap-8">
        {children}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={form.formState.isSubmitting}>
            {m.dashboard_save()}
          </Button>
          <LinkButton to={list} look="secondary">
            {m.dashboard_cancel()}
          </LinkButton>
        </div>
      </Form>
    </>
  );
}

export function RecordNotFound(props: { title: string; text: string; list: string; listText: string }) {
  return (
    <>
      <PageHead title={props.title} />
      <EmptyState
        title={props.text}
        action={
          <LinkButton to={props.list} look="secondary">
            {props.listText}
          </LinkButton>
        }
      />
    </>
  );
}
