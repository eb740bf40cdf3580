import { expect, test } from 'vitest'
import { judgeRecording } from '../../api/index.ts'
import { ENTRY_KINDS } from '../../conformance/ledger.ts'
import { variants } from '../../targets/sandbox/variants/index.ts'
import { recordSession } from '../recording/session.ts'

/** The session is sent over plain HTTP. */
const ON_HTTPS = 'served-on-https'

test.each(variants.map(({ id }) => id).filter((id) => id !== ON_HTTPS))(
  'a recording of a platform that is right in another way raises no alarm: %s',
  async (id) => {
    const { entries } = await recordSession({ variant: [id] })
    for (const whole of [[], ENTRY_KINDS]) {
      const { breaches, judged } = await judgeRecording(entries, { whole })
      expect(judged.count).toBeGreaterThan(50)
      expect(breaches.filter(({ verdict }) => verdict === 'failed')).toEqual([])
    }
  },
)
