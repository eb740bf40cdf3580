import { Refused } from '../messages.ts'
import { type Defect, defect } from './defect.ts'

/** Defects in handling submissions that are declined. */
export const declineDefects: Readonly<Record<string, Defect>> = {
  'takes a decline for a crash': defect(
    'outcomes/declined-at-submit',
    'client-handles-declined',
    (client) => {
      client.read = ({ data, status }) => {
        if (status === 'error') throw new Refused('error')
        return { ...data, quote_id: data.quote_id }
      }
    },
  ),
  'reads the text of a decline as ASCII': defect(
    'outcomes/declined-at-submit',
    'client-handles-declined',
    (client) => {
      const usual = client.failed.bind(client)
      client.failed = (error) => {
        if (error instanceof Refused && /[\u0080-\uffff]/.test(error.message)) process.exit(1)
        return usual(error)
      }
    },
  ),
  'reads the text of a decline as a format': defect(
    'outcomes/declined-at-submit',
    'client-handles-declined',
    (client) => {
      const usual = client.failed.bind(client)
      client.failed = (error) => {
        if (error instanceof Refused && /%[^sd%]/.test(error.message)) process.exit(1)
        return usual(error)
      }
    },
  ),
  'takes a decline for any error': defect(
    'outcomes/declined-at-submit',
    'client-handles-declined',
    (client) => {
      client.read = (envelope) => {
        if (envelope.error !== undefined) throw new Refused(envelope.error.message)
        return envelope.data
      }
    },
  ),
  'writes a decline as an error': defect(
    'outcomes/declined-at-submit',
    'client-handles-declined',
    (client) => {
      client.note = (state) => state
    },
  ),
}
