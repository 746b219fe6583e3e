import { useFormState } from 'react-hook-form';
import { Button } from '#app/ui/button.tsx';

type FormButtonsProps = {
  submitText: string;
  look?: 'danger';
  cancelText: string;
  onCancel: () => void;
};

export function FormButtons({ submitText, look, cancelText, onCancel }: FormButtonsProps) {
  const { isSubmitting } = useFormState();
  return (
    <div className="flex flex-col gap-3 sm:flex-row">
      <Button type="submit" look={look} busy={isSubmitting}>
        {submitText}
      </Button>
      <Button look="secondary" onClick={onCancel}>
        {cancelText}
      </Button>
    </div>
  );
}
