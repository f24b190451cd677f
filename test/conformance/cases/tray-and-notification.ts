// Tray and Notification.
import type { ProcessCase, SharedCase } from '../conformance-case.ts';

export const trayAndNotificationCases: readonly SharedCase[] = [];
export const trayAndNotificationProcessCases: readonly ProcessCase[] = [];
