import { printable } from '../../reporters/index.ts'
import type { Happening } from '../../targets/sandbox/index.ts'

/** A log line: the time by the sandbox's clock, then the request or the delivery attempt, then the answer. */
export function happeningLine(happening: Happening): string {
  const time = new Date(happening.at).toISOString().slice(11, 19)
  switch (happening.kind) {
    case 'request':
    case 'control': {
      const { kind, method, path, status } = happening
      return `${time}  ${kind === 'control' ? 'control ' : ''}${method} ${printable(path)} ${status}\n`
    }
    case 'delivery': {
      const { event, url, attempt, outcome } = happening
      return `${time}  delivery of ${event} to ${printable(url)}, attempt ${attempt}: ${printable(outcome)}\n`
    }
  }
}
