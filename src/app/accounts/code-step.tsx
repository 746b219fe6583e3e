import { useEffect, useState } from 'react';
import { useFormContext, type FieldValues, type Path, type UseFormReturn } from 'react-hook-form';
import { m } from '#i18n/messages.js';
import { sentencesOf } from '#app/api/api-error.ts';
import { FormText } from '#app/forms/fields.tsx';
import { Button } from '#app/ui/button.tsx';

function explainMismatch<V extends FieldValues>(
  form: Pick<UseFormReturn<V>, 'setError'>,
  error: unknown,
): boolean {
  if (!sentencesOf(error).includes('invalid_credentials')) return false;
  form.setError('root.server', { message: m.account_login_mismatch() });
  return true;
}

export function useCodeStep<V extends FieldValues & { code?: string }>(form: UseFormReturn<V>) {
  const [isCodeAsked, setCodeAsked] = useState(false);
  const askForPassword = () => {
    form.setValue('code' as Path<V>, '' as never);
    form.clearErrors();
    setCodeAsked(false);
  };
  const explain = (error: unknown): boolean => {
    if (sentencesOf(error).includes('second_factor_required')) {
      if (isCodeAsked) form.setError('code' as Path<V>, { message: m.account_code_missing() });
      setCodeAsked(true);
      return true;
    }
    const isMismatch = explainMismatch(form, error);
    if (isMismatch) setCodeAsked(false);
    return isMismatch;
  };
  return { isCodeAsked, explain, askForPassword };
}

export function CodeStep({ onBack }: { onBack: () => void }) {
  const [isRecovery, setRecovery] = useState(false);
  const { setFocus, setValue, clearErrors } = useFormContext();
  useEffect(() => setFocus('code'), [setFocus, isRecovery]);
  const change = () => {
    setValue('code', '');
    clearErrors();
    setRecovery(!isRecovery);
  };
  return (
    <>
      <FormText
        name="code"
        label={isRecovery ? m.account_code_recovery() : m.account_factor_code()}
        note={isRecovery ? m.account_code_recovery_note() : m.account_code_note()}
        required
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoCapitalize={isRecovery ? 'characters' : 'none'}
        spellCheck={false}
      />
      <div className="-mx-3.5 flex flex-wrap justify-between">
        <Button look="quiet" size="small" onClick={change}>
          {isRecovery ? m.account_code_use_app() : m.account_code_use_recovery()}
        </Button>
        <Button look="quiet" size="small" onClick={onBack}>
          {m.account_code_back()}
        </Button>
      </div>
    </>
  );
}
