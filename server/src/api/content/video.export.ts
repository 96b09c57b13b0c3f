import type { Selectable } from 'kysely';
import type { TransferContext } from '../../resources/kinds/record-kind.js';
import type { VideoTable } from '../../store/tenant/content-tables.js';
import { AS_STORED } from '../request-context.js';
import { videoRecord } from './video.record.js';

/** The export record of a video, with the agent that it belongs to. */
export function exportedVideo(row: Selectable<VideoTable>, context: TransferContext): object {
  return { ...videoRecord(row, { ...context, ...AS_STORED }), agentid: row.agent_id };
}
