import { setTimeout as pause } from 'node:timers/promises'
import type { Behaviour, Death, Got } from '../fake.ts'
import type { Defect } from './defect.ts'

const SIGNATURES = 'forgeries/signatures'

const dying = (
  when: (got: Got) => boolean,
  {
    in: scenarios = SIGNATURES,
    answersAfterMs = 0,
    ...death
  }: Partial<Death> & { readonly in?: Defect['in']; readonly answersAfterMs?: number } = {},
): Defect => ({
  changes: {
    first: () => pause(answersAfterMs).then(() => undefined),
    dies: (got) => (when(got) ? { backMs: 100, ...death } : undefined),
  },
  in: scenarios,
  finds: ['receiver-stays-up'],
})

/** Written in another way than most programs write JSON. */
const isUnusual = ({ body }: Got) => /\n|\\| {2}/.test(body.toString('latin1'))

const isHex = ({ signature }: Got) => /^[\da-f]*$/i.test(signature)

/** Receivers that a forgery stops, and that are started anew a moment later. */
export const dyingDefects: Readonly<Record<string, Defect>> = {
  'dies at 64 characters that are no hex': dying((got) => got.signature.length === 64 && !isHex(got)),
  'dies after its answer to a signature that is no hex': dying((got) => !isHex(got), { answers: true }),
  'dies at a signature that is missing': dying(({ signature }) => signature === ''),
  'dies at a signature of four thousand digits': dying(({ signature }) => signature.length > 1000),
  'dies at a Timestamp that is missing': dying(({ timestamp }) => timestamp === '', {
    in: 'forgeries/parts',
  }),
  'dies at a body that is no UTF-8': dying(
    ({ body }) => body.includes(0x80) && body.toString('utf8').includes('\ufffd'),
    {
      in: 'forgeries/readings',
    },
  ),
  'dies at letters beyond ASCII and is back after three seconds': dying(
    ({ signature }) => /[^ -~]/.test(signature),
    { backMs: 3000 },
  ),
  'dies at 64 characters that are no hex and stays down': dying(
    (got) => got.signature.length === 64 && !isHex(got),
    { backMs: undefined },
  ),
  // Slow enough that many deliveries are on their way when it dies.
  'dies at letters beyond ASCII beside other deliveries and stays down': dying(
    ({ signature }) => /[^ -~]/.test(signature),
    { backMs: undefined, answersAfterMs: 700 },
  ),
  'dies at letters beyond ASCII beside other deliveries': dying(({ signature }) => /[^ -~]/.test(signature), {
    answersAfterMs: 700,
  }),
  'dies at many bodies in a row': {
    ...dying(isUnusual, { in: ['deliveries/raw-body', 'observations/left-out'] }),
    finds: ['receiver-stays-up', 'receiver-verifies-other-whitespace', 'receiver-verifies-escapes'],
  },
  'dies at a signature that is no hex and knows nothing afterwards': dying((got) => !isHex(got), {
    forgets: true,
  }),
}

/** Right ones: each was started anew once, as with a new release. */
export const startedAnewOnce: Readonly<Record<string, Partial<Behaviour>>> = {
  'is started anew once, right after a forgery': onceAt((got) => got.signature === '0'.repeat(64)),
  'is started anew once, right after a right delivery': onceAt(({ before }) => before === 40),
}

function onceAt(when: (got: Got) => boolean): Partial<Behaviour> {
  let isOver = false
  return {
    dies(got) {
      if (isOver || !when(got)) return undefined
      isOver = true
      return { backMs: 300, answers: true }
    },
  }
}
