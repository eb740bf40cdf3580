import { member, type Place } from '../../conformance/json/document.ts'
import { isObject } from '../../conformance/json/object.ts'
import type { Audience } from '../change.ts'
import { compareContent } from './content.ts'
import type { ListedOperation } from './listing.ts'
import type { Channel, Task } from './message.ts'
import { compareOthers } from './others.ts'
import { compareParameters } from './parameters.ts'
import { compareResponses } from './responses.ts'
import { compareSecurity } from './security.ts'

/** Compares what one operation takes and answers, without its callbacks. */
export function compareOperation(
  [old, now]: readonly [ListedOperation, ListedOperation],
  audience: Audience,
  task: Task,
): void {
  const { name } = now
  const sent = audience === 'client' ? 'in' : 'out'
  const request: Channel = { audience, name: `${name} request`, flow: sent }
  const response: Channel = { audience, name: `${name} response`, flow: sent === 'in' ? 'out' : 'in' }
  const isHidden = ({ node }: Place) => isObject(node) && 'x-not-shown' in node
  if (isHidden(old.place) !== isHidden(now.place))
    task.tell(request, [
      {
        kind: 'form-shown',
        at: now.place.at,
        what: 'its former form is not shown',
        lost: true,
        gained: true,
      },
    ])
  const beside = ({ item, place }: ListedOperation) =>
    [member(item, 'parameters'), member(place, 'parameters')].filter((list) => list !== undefined)
  compareParameters(beside(old), beside(now), { old: old.path, now: now.path }, request, task)
  compareRequestBody(
    member(old.place, 'requestBody'),
    member(now.place, 'requestBody'),
    request,
    now.place.at,
    task,
  )
  compareResponses(member(old.place, 'responses'), member(now.place, 'responses'), response, task)
  compareSecurity(old.place, now.place, { audience, name, flow: 'in' }, task)
  compareOthers('operation', old.place, now.place, { audience, name }, task)
}

function compareRequestBody(
  old: Place | undefined,
  now: Place | undefined,
  channel: Channel,
  at: string,
  task: Task,
): void {
  if (old === undefined && now === undefined) return
  const [before, after] = [old && task.old.resolve(old), now && task.now.resolve(now)]
  const required = (body: Place | undefined) =>
    body !== undefined && isObject(body.node) && body.node.required === true
  if (before === undefined || after === undefined) {
    const added = before === undefined
    task.tell(channel, [
      {
        kind: added ? 'body-added' : 'body-removed',
        at: (after ?? before)?.at ?? at,
        what: added
          ? `a ${required(after) ? 'required' : 'optional'} body was added`
          : 'the body was taken away',
        lost: !added || required(after),
        gained: !added,
      },
    ])
    return
  }
  if (required(before) !== required(after))
    task.tell(channel, [
      {
        kind: required(after) ? 'body-required' : 'body-optional',
        at: after.at,
        what: required(after) ? 'the body is required now' : 'the body is no longer required',
        lost: required(after),
        gained: required(before),
      },
    ])
  compareOthers('requestBody', before, after, channel, task)
  compareContent(member(before, 'content'), member(after, 'content'), { channel, at: after.at }, task)
}
