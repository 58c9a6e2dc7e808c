import { ormConfig } from './orm.ts';

export default ormConfig(process.env.DATABASE_URL ?? 'postgresql://localhost/stepwise');
