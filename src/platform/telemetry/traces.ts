import { AsyncLocalStorage } from 'node:async_hooks';
import {
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Span,
  type Tracer,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { MINUTE_MS } from '#kit/durations.ts';
import { VERSION } from '#platform/db/program-version.ts';
import type { Log } from '#platform/log/log.ts';
import { activities, type Activity, type Ended } from './activity.ts';

/*
 * OpenTelemetry (MO12): the activities of the portal as spans, sent by OTLP over HTTP. Imported only by
 * open-traces.ts, so that a portal without a collector loads none of the packages.
 */

type Options = {
  /** the collector's address, without `/v1/traces` */
  endpoint: string;
  /** of 100 traces, how many are kept */
  percent: number;
  log: Log;
};

export type Traces = { close: () => Promise<void> };

const KINDS: Record<Activity['kind'], SpanKind> = {
  request: SpanKind.SERVER,
  statement: SpanKind.CLIENT,
  job: SpanKind.INTERNAL,
  processor: SpanKind.CLIENT,
};

/** A collector away for hours is a line every ten minutes, not every five seconds. */
const TOLD_EVERY_MS = 10 * MINUTE_MS;
const CLOSE_WITHIN_MS = 2_000;

export function sendTraces({ endpoint, percent, log }: Options): Traces {
  tellFailures(log);
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces` });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'schoolrun', 'service.version': VERSION }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(percent / 100) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: 10_000 })],
  });
  const stop = follow(provider.getTracer('schoolrun'));
  return {
    async close() {
      stop();
      await provider.forceFlush({ timeoutMillis: CLOSE_WITHIN_MS }).catch(() => undefined);
      await provider.shutdown();
    },
  };
}

/** Spans of the activities; a span begun inside of another is a child. */
function follow(tracer: Tracer): () => void {
  const current = new AsyncLocalStorage<Span>();
  const open = new WeakMap<Activity, Span>();
  const begin = (activity: Ended): Span => {
    const parent = current.getStore();
    const span = tracer.startSpan(
      `${activity.kind} ${activity.name}`,
      { kind: KINDS[activity.kind] },
      parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT,
    );
    open.set(activity, span);
    return span;
  };
  const asyncEnd = (activity: Ended): void => {
    const span = open.get(activity);
    if (!span) return;
    if (activity.kind === 'request' && activity.status !== undefined)
      span.setAttribute('http.response.status_code', activity.status);
    if (isFailed(activity)) {
      // The kind of error alone: a sentence may repeat what people typed.
      span.setAttribute('error.type', nameOfError(activity.error));
      span.setStatus({ code: SpanStatusCode.ERROR });
    }
    span.end();
  };
  activities.start.bindStore(current, begin);
  activities.asyncEnd.subscribe(asyncEnd as (message: unknown) => void);
  return () => {
    activities.start.unbindStore(current);
    activities.asyncEnd.unsubscribe(asyncEnd as (message: unknown) => void);
  };
}

const isFailed = (activity: Ended): boolean =>
  'error' in activity || (activity.kind === 'request' && (activity.status ?? 0) >= 500);

const nameOfError = (error: unknown): string => (error instanceof Error ? error.name : 'status');

/** The exporter tells its failures to the logger of the API alone. */
function tellFailures(log: Log): void {
  let quietUntil = 0;
  const tell = (message: string): void => {
    const now = performance.now();
    if (now < quietUntil) return;
    quietUntil = now + TOLD_EVERY_MS;
    log.warn({ message: message.slice(0, 300) }, 'traces could not be sent to the collector');
  };
  const silent = () => undefined;
  diag.setLogger(
    { error: tell, warn: tell, info: silent, debug: silent, verbose: silent },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}
