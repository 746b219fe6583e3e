import { fingerprint } from '#kit/text/fingerprint.ts';
import { OLD_BROWSER_MARK } from './old-browser.ts';

/*
 * What is done to a finished page: its JavaScript starts after `load`, so that text, style and font have the
 * line to themselves. Measured on slow 4G, the largest paint comes in half the time. And to the shell of a
 * page of the family or of staff: its calls start with the document.
 */

const PRELOADS = /<link rel="modulepreload" href="([^"]+)"\/>/g;
const START = /<script type="module" async="">([\s\S]*?)<\/script>/;

/** The script that React Router would have run at once, where it is served, and the page without it. */
type Deferred = { html: string; startModule: string; startPath: string };

/** The element of a page that says that its application could not start, and how to try again. */
export const FAILED_START_ID = 'start-failed';

// The last line of React Router's start; nobody hears of its failure.
const ENTRY = /import\(("[^"]+")\);?\s*$/;

const IS_OLD = `document.documentElement.hasAttribute("${OLD_BROWSER_MARK}")`;

const TELL = `if(!${IS_OLD})document.getElementById("${FAILED_START_ID}").hidden=false`;

/** Where the start of an application is served: its name is made of its text, so it never changes. */
const startPathOf = (startModule: string) => `/assets/start-${fingerprint(startModule)}.js`;

// What somebody types or presses before the application has started is done again when it has
// (shell/early-acts.ts). A press stays with us: React may hear of it already and would answer it as well. The
// menu unfolds at once, as its style hangs on the attribute, and the press tells the application of it later.
const KEEP_EARLY_ACTS = `var acts=window.earlyActs=[];acts.typed=new Map();
["input","change"].forEach(function(n){addEventListener(n,function(e){var c=e.target;
if(!acts.isOver&&"value" in c)acts.typed.set(c,{value:c.value,isChecked:!!c.checked})},true)});
function unfold(b){var x="aria-expanded";if(b.getAttribute("aria-controls")!="site-menu")return;
b.setAttribute(x,b.getAttribute(x)!="true");return 1}
["click","submit"].forEach(function(n){addEventListener(n,function(e){
if(acts.isOver||!e.target.closest)return;var t=e.target.closest("button,summary,form");
if(t&&(n=="submit"||t.tagName!="FORM")){
acts.push(t);e.preventDefault();e.stopPropagation();unfold(t);start()}},true)});`;

/** When the application of a finished page starts, for somebody whose login is not stored. */
export type StartsWhen = {
  /** the page was made for its whole address, with what stands behind the question mark */
  isForAddress?: boolean;
};

/** Starts a page for someone who acts, or else after `load`. */
const START_SOON = `var start=load;
function wait(){["pointerdown","pointermove","keydown","focusin"].forEach(function(n){
addEventListener(n,start,{once:true,passive:true})});
addEventListener("load",function(){setTimeout(start,0)})}
${KEEP_EARLY_ACTS}`;

/**
 * Starts a page at once for someone who is signed in, whose page is in a frame, or whose address says more
 * than its path; for anyone else later. Writes the visitor's year, as the page may be older.
 */
function loader(startPath: string, preloads: readonly string[], when: StartsWhen): string {
  const asks = when.isForAddress ? 'location.hash' : 'location.search||location.hash';
  return `(function(){
var isStarted,d=document,y=d.querySelector("[data-year]"),files=${JSON.stringify(preloads)};
function load(){if(isStarted)return;isStarted=1;files.forEach(function(h){
var l=d.createElement("link");l.rel="modulepreload";l.href=h;d.head.appendChild(l)});
import(${JSON.stringify(startPath)}).catch(function(){${TELL}})}
if(y)y.textContent=new Date().getFullYear();
function isStored(){try{return localStorage.getItem("auth_token")||
sessionStorage.getItem("impersonate_token")}catch(e){return 1}}
if(${IS_OLD})return addEventListener("click",function(e){
var b=e.target.closest&&e.target.closest("button");if(b)unfold(b)});
${START_SOON}
if(isStored())d.documentElement.dataset.known="";
else if(self===top&&!(${asks}))return wait();
load()
})()`;
}

/**
 * Takes the start of the application out of a finished page.
 * @returns undefined when the page has no such script
 */
export function deferStart(html: string, when: StartsWhen = {}): Deferred | undefined {
  const startModule = START.exec(html)?.[1]?.replace(ENTRY, 'await import($1);');
  if (startModule === undefined) return undefined;
  const startPath = startPathOf(startModule);
  const preloads = [...html.matchAll(PRELOADS)].map(([, href]) => href ?? '');
  const deferred = html
    .replace(PRELOADS, '')
    .replace(START, () => `<script>${loader(startPath, preloads, when)}</script>`);

  return { html: deferred, startModule, startPath };
}

/**
 * Makes the calls of a page before its scripts are here, for somebody whose login is stored; the client takes
 * the answers from `earlyCalls` (api/fetch-with-timeout.ts). The options come first, then the user
 * (accounts.md §4). The headers are those of every call (accounts.md §7). Answers are read to their end,
 * taken or not.
 */
function earlyCalls(paths: readonly string[]): string {
  return `(function(){
function read(s){if(!s)return;try{var v=JSON.parse(s);return v&&v.access_token}catch(e){return s}}
var d=document,t,h,m,x;
try{t=read(sessionStorage.getItem("impersonate_token"))||read(localStorage.getItem("auth_token"))}catch(e){}
if(typeof t!="string")return;
d.documentElement.dataset.known="";
h={Accept:"application/json","X-Requested-With":"XMLHttpRequest",Authorization:"Bearer "+t};
m=d.querySelector('meta[name="csrf-token"]');if(m&&m.content)h["X-CSRF-TOKEN"]=m.content;
x=/(?:^|;\\s*)XSRF-TOKEN=([^;]*)/.exec(d.cookie);
if(x){try{x=decodeURIComponent(x[1])}catch(e){x=x[1]}if(x)h["X-XSRF-TOKEN"]=x}
var kept=window.earlyCalls=new Map();
function whole(r){return r.text().then(function(b){return new Response(b,r)})}
function ask(p){var a=fetch("/api"+p,{headers:h}).then(whole);a.catch(function(){});
kept.set("/api"+p,{authorization:h.Authorization,askedAt:performance.now(),answer:a});return a}
ask("/option").then(function(){ask("/user")},function(){});
${JSON.stringify(paths)}.forEach(ask)
})()`;
}

/** The shell of a page with its calls in its head. */
export function callEarly(html: string, paths: readonly string[]): string {
  return html.replace('</head>', () => `<script>${earlyCalls(paths)}</script></head>`);
}

/** A page that starts its application with the document, and shows a notice when the start fails. */
export function tellFailedStart(html: string): string {
  const hear =
    `window.tellFailedStart=function(){${TELL}};` +
    'addEventListener("error",function(e){if(e.target.type=="module")tellFailedStart()},true)';
  return html
    .replace('</head>', () => `<script>${hear}</script></head>`)
    .replace(START, (script, start: string) =>
      script.replace(start, () => start.replace(ENTRY, 'import($1).catch(tellFailedStart);')),
    );
}

type Manifest = { routes: Record<string, { module: string; imports: string[] } | undefined> };

/** The manifest of the routes, read from the script that React Router writes. */
export function readManifest(script: string): Manifest {
  return JSON.parse(script.replace(/^window\.__reactRouterManifest=/, '').replace(/;\s*$/, '')) as Manifest;
}

/**
 * Asks for the code of some routes beside the page's own, in place of one round trip after another.
 * @param routeIds  routes that every use of the page needs
 * @throws Error when the manifest has no such route
 */
export function preloadRoutes(html: string, manifest: Manifest, routeIds: readonly string[]): string {
  const wanted = routeIds.flatMap((id) => {
    const route = manifest.routes[id];
    if (!route) throw new Error(`no route ${id} in the manifest`);
    return [route.module, ...route.imports];
  });
  const missing = [...new Set(wanted)].filter(
    (href) => !html.includes(`<link rel="modulepreload" href="${href}"/>`),
  );
  const links = missing.map((href) => `<link rel="modulepreload" href="${href}"/>`).join('');
  return html.replace('</head>', () => `${links}</head>`);
}
