import { member, membersOf, type Place } from '../../conformance/json/document.ts'
import { isObject } from '../../conformance/json/object.ts'
import type { Difference } from '../change.ts'
import { compareContent } from './content.ts'
import { compareHeaders } from './headers.ts'
import type { Channel, Task } from './message.ts'
import { compareOthers } from './others.ts'

/** Compares the answers to a request, code by code. `4XX` and `default` apply to codes that are not listed. */
export function compareResponses(
  old: Place | undefined,
  now: Place | undefined,
  channel: Channel,
  task: Task,
): void {
  const [before, after] = [codesOf(old), codesOf(now)]
  for (const [code, place] of after) {
    const known = before.get(code) ?? covering(code, before)
    if (known === undefined) task.tell(channel, [added(code, place, channel, before)])
    else compareResponse(known, place, { ...channel, name: `${channel.name} ${code}` }, task)
  }
  for (const [code, place] of before) {
    if (after.has(code)) continue
    const range = covering(code, after)
    const parts = [...after.keys()].filter((other) => covering(other, new Map([[code, place]])) !== undefined)
    if (range !== undefined) {
      if (!isSuccess(code))
        compareResponse(place, range, { ...channel, name: `${channel.name} ${code}` }, task)
    } else task.tell(channel, [removed(code, place, { after, isSplit: parts.length > 0 }, channel)])
  }
}

const isSuccess = (code: string): boolean => /^[123]/.test(code)

function added(
  code: string,
  { at }: Place,
  { flow }: Channel,
  before: ReadonlyMap<string, Place>,
): Difference {
  // Clients treat an unknown error code like the first of its class (RFC 9110, section 15).
  const surprises = isSuccess(code) && before.size > 0
  return {
    kind: 'status-added',
    at,
    what: `the status ${code.toLowerCase().replace('xx', 'XX')} was added`,
    lost: false,
    gained: flow === 'out' ? surprises : true,
  }
}

function removed(
  code: string,
  { at }: Place,
  { after, isSplit }: { readonly after: ReadonlyMap<string, Place>; readonly isSplit: boolean },
  { flow }: Channel,
): Difference {
  const leavesNone = isSuccess(code) && ![...after.keys()].some(isSuccess)
  return {
    kind: 'status-removed',
    at,
    what: `the status ${code.toLowerCase().replace('xx', 'XX')} was taken away${isSplit ? ', all but what is listed' : ''}`,
    lost: flow === 'in' ? isSuccess(code) : true,
    gained: leavesNone,
  }
}

function compareResponse(old: Place, now: Place, channel: Channel, task: Task): void {
  const [before, after] = [task.old.resolve(old), task.now.resolve(now)]
  const isHidden = ({ node }: Place) => isObject(node) && 'x-not-shown' in node
  if (isHidden(before) !== isHidden(after)) {
    task.tell(channel, [
      { kind: 'form-shown', at: after.at, what: 'its former form is not shown', lost: true, gained: true },
    ])
    return
  }
  compareContent(member(before, 'content'), member(after, 'content'), { channel, at: after.at }, task)
  compareHeaders(before, after, channel, task)
  compareOthers('response', before, after, channel, task)
}

function codesOf(responses: Place | undefined): ReadonlyMap<string, Place> {
  const members = responses === undefined ? [] : membersOf(responses)
  return new Map(
    members.filter(([code]) => !code.startsWith('x-')).map(([code, place]) => [code.toUpperCase(), place]),
  )
}

/** The range that includes a code. */
const covering = (code: string, among: ReadonlyMap<string, Place>): Place | undefined =>
  code === 'DEFAULT' ? undefined : (among.get(`${code[0]}XX`) ?? among.get('DEFAULT'))
