import { stripVTControlCharacters } from 'node:util'
import type { RunEvent } from '../../conformance/events.ts'
import { progress } from '../../reporters/index.ts'

/** Takes the events of a run one by one. Returns the first line that a terminal shows of a failure, once, when it is shown. */
export function firstLineOf(): (event: RunEvent) => string | undefined {
  let written = ''
  let isFound = false
  const view = progress({ write: (text) => (written += text), color: false, columns: 400 })
  return (event) => {
    if (isFound) return undefined
    written = ''
    view.add(event)
    const lines = stripVTControlCharacters(written).split(/[\r\n]/)
    const found = lines.find((line) => /^(failed|warned) /.test(line))
    isFound = found !== undefined
    return found
  }
}
