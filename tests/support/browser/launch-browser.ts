import { existsSync } from 'node:fs';

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** How to start Chromium: the machine's own where there is one, else the one inside an npm package. */
export async function browserLaunch(): Promise<{ executablePath: string; args: string[] }> {
  const args = ['--no-sandbox', '--disable-dev-shm-usage', '--font-render-hinting=none'];
  const installed = process.env.CHROMIUM_PATH ?? INSTALLED.find((path) => existsSync(path));
  if (installed) return { executablePath: installed, args };
  // The package unpacks the libraries it needs, and names their folder, only where it believes to run in the
  // cloud.
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs22.x';
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs22.x';
  const { default: chromium } = await import('@sparticuz/chromium');
  chromium.setGraphicsMode = false;
  return { executablePath: await chromium.executablePath(), args };
}
