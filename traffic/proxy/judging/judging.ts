import { setImmediate as turn } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { messageOf } from '../../../conformance/errors.ts'
import { loadSpec } from '../../../spec/index.ts'
import { trafficWriter } from '../record/traffic-file.ts'
import { yieldToOthers } from './priority.ts'
import { type FromJudge, type JudgingData, memoryOf, type ToJudge } from './protocol.ts'
import { JudgingSession } from './session.ts'

/** How often it is judged, in milliseconds. */
const PAUSE_MS = 1000

const data = workerData as JudgingData
const send = (message: FromJudge): void => parentPort?.postMessage(message)

const spec = await loadSpec(data.apiVersion === undefined ? {} : { version: data.apiVersion })
const session = new JudgingSession(data, {
  spec,
  file: trafficWriter(data.file),
  breached: (breach) => send({ kind: 'breach', breach }),
})

yieldToOthers()
let isJudging = false
let planned: NodeJS.Timeout | undefined
let isOver = false

/** Runs a work of the session; what it throws shows no secret. */
function safely<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw new Error(session.clean(messageOf(error)))
  }
}

/** Judges one subject after the other. Between them, what has passed meanwhile is written. */
async function judgeAll(): Promise<void> {
  isJudging = true
  for (const subject of session.due()) {
    if (isOver) break
    safely(() => session.judge(subject))
    await turn()
  }
  isJudging = false
}

function plan(): void {
  if (planned !== undefined) return
  planned = setTimeout(() => {
    planned = undefined
    if (isJudging) plan()
    else void judgeAll()
  }, PAUSE_MS)
}

function take(message: ToJudge): void {
  if (message.kind === 'end') {
    isOver = true
    clearTimeout(planned)
    send({ kind: 'judged', judged: session.end() })
    parentPort?.close()
  } else if (message.kind === 'dropped') session.drop(message.entries)
  else if (message.kind === 'unread') session.unread()
  else {
    session.take(...message.all)
    send({
      kind: 'taken',
      entries: message.all.length,
      bytes: message.all.reduce((sum, one) => sum + memoryOf(one), 0),
    })
    plan()
  }
}

parentPort?.on('message', (message: ToJudge) => safely(() => take(message)))
send({ kind: 'ready' })
