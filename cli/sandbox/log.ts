import { printable } from '../../reporters/index.ts'
import type { TrafficEntry } from '../../targets/sandbox/index.ts'

/** A log line: the time by the sandbox's clock, then the request or the delivery attempt, then the answer. */
export function trafficLine(entry: TrafficEntry): string {
  const time = new Date(entry.at).toISOString().slice(11, 19)
  switch (entry.kind) {
    case 'request':
    case 'control': {
      const { kind, method, path, status } = entry
      return `${time}  ${kind === 'control' ? 'control ' : ''}${method} ${printable(path)} ${status}\n`
    }
    case 'delivery': {
      const { event, url, attempt, outcome } = entry
      return `${time}  delivery of ${event} to ${printable(url)}, attempt ${attempt}: ${printable(outcome)}\n`
    }
  }
}
