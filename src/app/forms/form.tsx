import type { FormEventHandler } from 'react';
import { FormProvider, useFormState, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { ErrorSummary } from '#app/ui/fields/error-summary.tsx';
import { showServerErrors } from './server-errors.ts';
import { useUnsavedForm } from './unsaved-form.ts';
import type { Elements } from '#app/ui/elements.ts';

type FormProps<V extends FieldValues, O> = {
  form: UseFormReturn<V, unknown, O>;
  /** errors are shown on the named field, else above the form; `pressed` is the value of the button */
  onSubmit: (values: O, pressed?: string) => Promise<void> | void;
  onError?: (error: unknown) => boolean;
  /** false for forms without worth, such as a login */
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
  const submit = form.handleSubmit(async (values, event) => {
    const { submitter } = event!.nativeEvent as SubmitEvent;
    try {
      await onSubmit(values, (submitter as HTMLButtonElement | null)?.value);
    } catch (error) {
      if (!onError?.(error)) showServerErrors(form, error);
    }
  });
  // In React's tree a form in a dialog is a child of the outer form; the submit must not reach the outer
  // form.
  const onSubmitOnce: FormEventHandler = (event) => {
    event.stopPropagation();
    void submit(event as never);
  };
  return (
    <FormProvider {...form}>
      {/* POST keeps the values out of the address if the form is sent before the start of the
          application. */}
      <form noValidate method="post" id={id} aria-label={label} className={className} onSubmit={onSubmitOnce}>
        <GeneralError form={form} />
        {children}
      </form>
    </FormProvider>
  );
}
