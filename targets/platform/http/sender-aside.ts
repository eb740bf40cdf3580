import { Recorder } from '../../evidence/recorder.ts'
import type { SharedChannel } from './channel.ts'
import { RequestSender } from './request-sender.ts'

/** A sender with a recorder of its own, so that its requests are no evidence of a scenario. */
export interface SenderAside {
  readonly sender: RequestSender
  readonly recorder: Recorder
}

/** Opens a sender for what undoes a run or only finds out if the profile is wrong. */
export function senderAside(channel: SharedChannel): SenderAside {
  const recorder = new Recorder('aside')
  return { recorder, sender: new RequestSender(channel, recorder, () => 0) }
}
