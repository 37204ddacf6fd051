import { belongsTo, key, oneFor, required, unique, zero, type AnyDatabase, type Types } from './types.ts'

export async function createAccounts(db: AnyDatabase, types: Types): Promise<void> {
  await createUsers(db, types)
  await createSessions(db, types)
  await createLinks(db, types)
  await createSecondFactors(db, types)
}

async function createUsers(db: AnyDatabase, { number, value }: Types): Promise<void> {
  await db.schema
    .createTable('user')
    .addColumn('id', 'text', key)
    .addColumn('first_name', 'text', required)
    .addColumn('last_name', 'text', required)
    .addColumn('email', 'text', required)
    .addColumn('email_key', 'text', unique)
    .addColumn('birthday', 'text')
    .addColumn('country', 'text')
    .addColumn('role', 'text', required)
    .addColumn('password_hash', 'text', required)
    .addColumn('created_at', number, required)
    .addColumn('locked_at', number)
    .execute()
  await db.schema
    .createTable('setting')
    .addColumn('user_id', 'text', oneFor('user.id'))
    .addColumn('celsius', number, required)
    .addColumn('dark_theme', number, required)
    .addColumn('confirm_dialog', number, required)
    .addColumn('secret_mode', number, required)
    .addColumn('browser_format', 'integer', zero)
    .addColumn('twelve_hours', 'integer', zero)
    .execute()
  await db.schema
    .createTable('weather_place')
    .addColumn('user_id', 'text', oneFor('user.id'))
    .addColumn('name', 'text', required)
    .addColumn('latitude', value, required)
    .addColumn('longitude', value, required)
    .execute()
}

async function createSessions(db: AnyDatabase, { number }: Types): Promise<void> {
  await db.schema
    .createTable('session')
    .addColumn('id', 'text', key)
    .addColumn('user_id', 'text', belongsTo('user.id'))
    .addColumn('device', 'text', required)
    .addColumn('created_at', number, required)
    .addColumn('last_used_at', number, required)
    .execute()
  await db.schema.createIndex('session_by_user').on('session').column('user_id').execute()
  await db.schema
    .createTable('sign_in_attempt')
    .addColumn('key', 'text', key)
    .addColumn('failures', number, required)
    .addColumn('last_at', number, required)
    .addColumn('forgotten_at', number, zero)
    .execute()
  await db.schema.createIndex('sign_in_attempt_by_end').on('sign_in_attempt').column('forgotten_at').execute()
  await db.schema
    .createTable('known_place')
    .addColumn('user_id', 'text', belongsTo('user.id'))
    .addColumn('place', 'text', required)
    .addColumn('last_at', number, required)
    .addPrimaryKeyConstraint('known_place_key', ['user_id', 'place'])
    .execute()
}

async function createLinks(db: AnyDatabase, { number }: Types): Promise<void> {
  await db.schema
    .createTable('account_link')
    .addColumn('token_hash', 'text', key)
    .addColumn('user_id', 'text', belongsTo('user.id'))
    .addColumn('purpose', 'text', required)
    .addColumn('email', 'text')
    .addColumn('email_key', 'text')
    .addColumn('created_at', number, required)
    .addColumn('expires_at', number, required)
    .execute()
  await db.schema.createIndex('account_link_by_user').on('account_link').column('user_id').execute()
  await db.schema.createIndex('account_link_by_email').on('account_link').column('email_key').execute()
  await db.schema
    .createTable('download_ticket')
    .addColumn('token_hash', 'text', key)
    .addColumn('user_id', 'text', belongsTo('user.id'))
    .addColumn('session_id', 'text', belongsTo('session.id'))
    .addColumn('expires_at', number, required)
    .execute()
  await db.schema.createIndex('download_ticket_by_user').on('download_ticket').column('user_id').execute()
  await db.schema.createIndex('download_ticket_by_session').on('download_ticket').column('session_id').execute()
}

async function createSecondFactors(db: AnyDatabase, { number }: Types): Promise<void> {
  await db.schema
    .createTable('totp')
    .addColumn('user_id', 'text', oneFor('user.id'))
    .addColumn('sealed_secret', 'text', required)
    .addColumn('created_at', number, required)
    .addColumn('confirmed_at', number)
    .addColumn('last_step', number, required)
    .execute()
  await db.schema
    .createTable('recovery_code')
    .addColumn('id', 'text', key)
    .addColumn('user_id', 'text', belongsTo('user.id'))
    .addColumn('code_hash', 'text', required)
    .execute()
  await db.schema.createIndex('recovery_code_by_user').on('recovery_code').column('user_id').execute()
  await db.schema
    .createTable('passkey')
    .addColumn('id', 'text', key)
    .addColumn('user_id', 'text', belongsTo('user.id'))
    .addColumn('credential_id', 'text', unique)
    .addColumn('public_key', 'text', required)
    .addColumn('counter', number, required)
    .addColumn('transports', 'text', required)
    .addColumn('rp_id', 'text', required)
    .addColumn('name', 'text', required)
    .addColumn('created_at', number, required)
    .addColumn('last_used_at', number)
    .execute()
  await db.schema.createIndex('passkey_by_user').on('passkey').column('user_id').execute()
  await db.schema
    .createTable('passkey_challenge')
    .addColumn('session_id', 'text', oneFor('session.id'))
    .addColumn('challenge', 'text', required)
    .addColumn('expires_at', number, required)
    .execute()
  await db.schema
    .createTable('sign_in_ticket')
    .addColumn('token_hash', 'text', key)
    .addColumn('user_id', 'text', belongsTo('user.id'))
    .addColumn('created_at', number, required)
    .addColumn('expires_at', number, required)
    .addColumn('attempts', number, required)
    .addColumn('challenge', 'text')
    .execute()
  await db.schema.createIndex('sign_in_ticket_by_user').on('sign_in_ticket').column('user_id').execute()
}
