import { ASKED } from '#modules/billing/second-person/second-person.states.ts';
import { ApiError } from '#app/api/api-error.ts';
import { useToast } from '#app/ui/toast.tsx';

const isAsked = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  (error.data.items?.[0] as Partial<typeof ASKED> | undefined)?.asked === ASKED.asked;

/**
 * Announces a request for a colleague's approval, which is no error (H4).
 * @returns true for such an answer; the form is done
 */
export function useAskedOfColleague(): (error: unknown) => boolean {
  const say = useToast();
  return (error) => {
    if (!isAsked(error)) return false;
    say(error.message, 'long');
    return true;
  };
}
