import { Module } from '@nestjs/common';
import { KeyRotations } from './rotations/key-rotations.service.js';
import { ResealJob } from './rotations/reseal.job.js';
import { WrappedKeys } from './rotations/wrapped-keys.service.js';
import { Resealer } from './rotations/resealer.service.js';

/** Rotates data keys: reseals everything that is sealed under an old key. */
@Module({ providers: [Resealer, KeyRotations, WrappedKeys, ResealJob], exports: [KeyRotations, WrappedKeys] })
export class DataKeysModule {}
