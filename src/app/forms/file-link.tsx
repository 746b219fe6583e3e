import { useAct } from './use-act.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { ErrorNotice } from '#app/ui/notice.tsx';

/** Shorter than the life of a link, which is four to five minutes (MD8). */
const GOOD_FOR_MS = 200_000;

/** Starts a download; the page stays. */
function download(path: string): void {
  const link = document.createElement('a');
  link.href = path;
  link.download = '';
  link.click();
}

type FileLinkProps = {
  path: string;
  /** when the path was read, in milliseconds since 1970 */
  readAt: number;
  /** reads the path again */
  renew: () => Promise<string | undefined>;
  text: string;
  look?: 'secondary';
  describedBy?: string;
};

/** A link to a file of the family. A link that may have ended is made anew when it is pressed. */
export function FileLink({ path, readAt, renew, text, look, describedBy }: FileLinkProps) {
  const { isBusy, problem, act } = useAct();
  const open = async () => {
    const fresh = await renew();
    if (fresh) download(fresh);
  };
  return (
    <>
      <a
        href={path}
        download
        className={buttonClass(look)}
        aria-describedby={describedBy}
        aria-busy={isBusy}
        onClick={(event) => {
          if (Date.now() - readAt < GOOD_FOR_MS) return;
          event.preventDefault();
          if (!isBusy) void act(open);
        }}
      >
        <Icon name="file" />
        <span>{text}</span>
      </a>
      <ErrorNotice text={problem} />
    </>
  );
}
