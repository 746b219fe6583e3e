import { ASKED } from '#modules/billing/second-person/second-person.states.ts';
import { ApiError } from '#app/api/api-error.ts';
import { useToast } from '#app/ui/toast.tsx';

const isAsked = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  (error.data.items?.[0] as Partial<typeof ASKED> | undefined)?.asked === ASKED.asked;

/**
 * Says that a colleague was asked to approve what was sent, which is no problem with it (H4).
 * @returns whether the error says so; then the form has done its work
 */
export function useAskedOfColleague(): (error: unknown) => boolean {
  const say = useToast();
  return (error) => {
    if (!isAsked(error)) return false;
    say(error.message, 'long');
    return true;
  };
}
