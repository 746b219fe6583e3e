import type { FormEventHandler } from 'react';
import { FormProvider, useFormState, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { ErrorSummary } from '#app/ui/fields/error-summary.tsx';
import { showServerErrors } from './server-errors.ts';
import { useUnsavedForm } from './unsaved-form.ts';
import type { Elements } from '#app/ui/elements.ts';

type FormProps<V extends FieldValues, O> = {
  form: UseFormReturn<V, unknown, O>;
  /** what it throws is shown: on the field it names, else above the form */
  onSubmit: (values: O) => Promise<void> | void;
  /** for a part of a page that needs its own say in what an error means */
  onError?: (error: unknown) => boolean;
  /** false where nothing is worth a question before it is left, such as a login */
  asksBeforeLeaving?: boolean;
  children: Elements;
  className?: string;
  id?: string;
  label?: string;
};

function GeneralError<V extends FieldValues>({ form }: { form: UseFormReturn<V, unknown, any> }) {
  const { errors } = useFormState({ control: form.control });
  const message = errors.root?.server?.message;
  return <ErrorSummary entries={message ? [{ message }] : []} />;
}

/** A form that checks on blur, keeps everything on an error, and shows what the server said. */
export function Form<V extends FieldValues, O>({
  form,
  onSubmit,
  onError,
  asksBeforeLeaving,
  children,
  className,
  id,
  label,
}: FormProps<V, O>) {
  useUnsavedForm(form, { isAsking: asksBeforeLeaving });
  const submit = form.handleSubmit(async (values) => {
    try {
      await onSubmit(values);
    } catch (error) {
      if (!onError?.(error)) showServerErrors(form, error);
    }
  });
  // A form inside a dialog of another form is its child in React's tree; its submit must not reach the outer
  // one.
  const onSubmitOnce: FormEventHandler = (event) => {
    event.stopPropagation();
    void submit(event as never);
  };
  return (
    <FormProvider {...form}>
      {/* POST, so that a form sent before the application has started leaves nothing in the address. */}
      <form noValidate method="post" id={id} aria-label={label} className={className} onSubmit={onSubmitOnce}>
        <GeneralError form={form} />
        {children}
      </form>
    </FormProvider>
  );
}
