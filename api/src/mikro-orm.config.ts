import { entities } from './modules.ts';
import { ormConfig } from './platform/database/orm.ts';

export default ormConfig(process.env.DATABASE_URL ?? 'postgresql://localhost/stepwise', entities);
