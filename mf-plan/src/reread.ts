import type { HostServices } from '@stepwise/shared-contracts/federation/host-services';

/** After a refusal: asks the server what is right. Without an answer what was restored stands. */
export const reread = ({ refresh }: Pick<HostServices, 'refresh'>): Promise<void> =>
  refresh().catch(() => {});
